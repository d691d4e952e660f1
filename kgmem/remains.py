"""Law R6: what of the claims above something erased stays, and with how much of its support. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem.identity import fold_name

_WORD = re.compile(r"\w+(?:[-./:'’]\w+)*")
_LINKING = frozenset(
    """a an and are as at be been being but by did do does for from had has have he her his i in into is it its me my no
    not of on or our she that the their them then there these they this those to us was we were what when where which
    who will with you your""".split()
)
"""Words that tell nothing of whose they are."""


@dataclass(frozen=True)
class Erased:
    """What goes with the target itself, before anything that rests on it: ids, and the texts that go with them.
    `sessions` are those that go, `assertions` reasons that go for what they say."""

    nodes: frozenset[str]
    sessions: frozenset[str]
    assertions: frozenset[str]
    texts: tuple[str, ...]


@dataclass
class Remains:
    """What goes of the closure: `assertions`, and `claims` that have none left; `lost` is how many supports a reason
    that stays lost, `losing` the claims that stay and lost a reason or a support of one, `unquoted` the supports (by
    reason and claim) of whose quote no wording is left."""

    assertions: set[str] = field(default_factory=set)
    claims: set[str] = field(default_factory=set)
    lost: dict[str, int] = field(default_factory=dict)
    losing: set[str] = field(default_factory=set)
    unquoted: list[tuple[str, str]] = field(default_factory=list)


def words(text: str) -> set[str]:
    """The words of a text that tell something, folded as names are; a code such as P-101A is one word."""
    return {word for word in _WORD.findall(fold_name(text)) if word not in _LINKING}


def names(text: str, spellings: Iterable[str]) -> bool:
    """Whether a text holds one of these folded names, as a whole."""
    folded = fold_name(text)
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", folded) for one in spellings)


def remains(closure: Sequence[Mapping[str, Any]], erased: Erased) -> Remains:
    """What becomes of the rows of `erase.closure`.

    A reason goes with its session or claim, when nothing is left that it rests on, and when it says what only the
    erased says: a word of it that stands in what goes (the target's texts, and the wordings that its own supports lose)
    and in nothing that it still rests on. A claim goes when its last reason does.
    """
    return _Sorting(closure, erased).sorted()


class _Sorting:
    def __init__(self, closure: Sequence[Mapping[str, Any]], erased: Erased) -> None:
        self.rows = {row["assertion_id"]: row for row in closure}
        self.erased = erased
        self.found = Remains()
        self.reasons: dict[str, set[str]] = defaultdict(set)
        self.above: dict[str, list[str]] = defaultdict(list)
        for id, row in self.rows.items():
            self.reasons[row["claim_id"]].add(id)
            for support in row["supports"]:
                self.above[support["id"]].append(id)
        self.left = {claim: set(ids) for claim, ids in self.reasons.items()}
        self.gone_words = set().union(*map(words, erased.texts)) if erased.texts else set()

    def sorted(self) -> Remains:
        """Examine every reason that something below it may have changed for, until nothing changes any more."""
        self.found.claims = {claim for claim in self.left if claim in self.erased.nodes}
        waiting = list(self.rows)
        queued = set(waiting)
        while waiting:
            id = waiting.pop()
            queued.discard(id)
            if id in self.found.assertions or not self._goes(id):
                continue
            claim = self.rows[id]["claim_id"]
            self.found.assertions.add(id)
            self.left[claim].discard(id)
            if not self.left[claim]:
                self.found.claims.add(claim)
            further = [one for one in self.above[claim] if one not in queued]
            queued.update(further)
            waiting += further
        self._settle()
        return self.found

    def _goes(self, id: str) -> bool:
        row = self.rows[id]
        if id in self.erased.assertions or row["session_id"] in self.erased.sessions:
            return True
        if row["claim_id"] in self.erased.nodes:
            return True
        staying = [support for support in row["supports"] if not self._is_gone(support["id"])]
        return not staying or self._tells(row, staying)

    def _is_gone(self, id: str) -> bool:
        return id in self.erased.nodes or id in self.found.claims

    def _tells(self, row: Mapping[str, Any], staying: Sequence[Mapping[str, Any]]) -> bool:
        """Whether it says what only the erased says; of a reason that nothing below changed for, it is never asked."""
        gone, kept, touched = set(self.gone_words), set(), len(staying) < len(row["supports"])
        for support in row["supports"]:
            if self._is_gone(support["id"]):
                gone |= words(support["text"])
            for id in self.reasons.get(support["id"], ()):
                if id in self.found.assertions:
                    gone |= words(self.rows[id]["words"])
                    touched = True
        if not touched:
            return False
        for support in staying:
            left = self.left.get(support["id"])
            for text in [support["text"]] if left is None else [self.rows[id]["words"] for id in left]:
                kept |= words(text)
        return bool(words(row["words"]) & gone - kept)

    def _settle(self) -> None:
        for id, row in self.rows.items():
            if row["claim_id"] in self.found.claims:
                continue
            if id in self.found.assertions:
                self.found.losing.add(row["claim_id"])
                continue
            lost = sum(self._is_gone(support["id"]) for support in row["supports"])
            if lost:
                self.found.lost[id] = lost
                self.found.losing.add(row["claim_id"])
            for support in row["supports"]:
                left = self.left.get(support["id"])
                if support["quote"] and left and left != self.reasons[support["id"]]:
                    quote = fold_name(support["quote"])
                    if not any(quote in fold_name(self.rows[one]["words"]) for one in left):
                        self.found.unquoted.append((id, support["id"]))
