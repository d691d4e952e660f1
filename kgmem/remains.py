"""Law R6: what of the claims above something erased stays, and with how much of its support. Pure."""

from __future__ import annotations

import functools
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem.identity import fold_name

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Scripts that put no spaces between words, or endings onto names."""
_WORD = re.compile(rf"[^\W{_UNSPACED}]+(?:[-./:'’][^\W{_UNSPACED}]+)*|[{_UNSPACED}]+")
_DIGIT = re.compile(r"\d")
_PART = re.compile(r"[-./:'’_]")
_BEFORE, _AFTER = rf"(?<![^\W{_UNSPACED}])", rf"(?![^\W{_UNSPACED}])"
_LINKING = frozenset(
    """a an and are as at be been being but by did do does for from had has have having he her his i in into is it its
    me my no not of on or our she that the their them then there these they this those to us was we were what when where
    which who will with you your""".split()
)
"""Words that tell nothing of whose they are, and no names to look for."""
_LEAST = 2
"""Characters of a part of a word, or of a name, that tells something."""


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


@functools.lru_cache(maxsize=65_536)
def words(text: str) -> frozenset[str]:
    """The words of a text that tell something, folded as names are: a code such as P-101A whole and in its parts, and
    of a script without spaces every two neighbours."""
    found: set[str] = set()
    for word in _WORD.findall(fold_name(text)):
        if re.match(f"[{_UNSPACED}]", word):
            found.update(word[place : place + 2] for place in range(max(1, len(word) - 1)))
        elif word not in _LINKING:
            found.add(word)
            parts = _PART.split(word)
            found.update(part for part in parts if len(parts) > 1 and len(part) >= _LEAST and part not in _LINKING)
    return frozenset(found)


def names(text: str, spellings: Iterable[str]) -> bool:
    """Whether a text holds one of these folded names, as a whole. One that is a number, a single letter or a linking
    word is no name to look for."""
    folded = fold_name(text)
    wanted = (one for one in spellings if len(one) >= _LEAST and one not in _LINKING and not one.isdecimal())
    return any(one in folded and re.search(_BEFORE + re.escape(one) + _AFTER, folded) for one in wanted)


def remains(closure: Sequence[Mapping[str, Any]], erased: Erased) -> Remains:
    """What becomes of the rows of `erase.closure`.

    A reason goes with its session or claim, when nothing is left that it rests on, and when it says what only the
    erased says: a word of it, or a name with a number (a code: S2 wants it in the support), that stands in what goes
    (the target's texts, and the wordings that its own supports lose) and in nothing that it still rests on. Of a claim
    that its own session states, it knows the wordings of that session only. A claim goes when its last reason does.
    """
    return _Sorting(closure, erased).sorted()


class _Sorting:
    def __init__(self, closure: Sequence[Mapping[str, Any]], erased: Erased) -> None:
        self.rows = {row["assertion_id"]: row for row in closure}
        self.erased = erased
        self.found = Remains()
        self.reasons: dict[str, set[str]] = defaultdict(set)
        self.by_session: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.above: dict[str, list[str]] = defaultdict(list)
        for id, row in self.rows.items():
            self.reasons[row["claim_id"]].add(id)
            self.by_session[row["claim_id"], row["session_id"]].add(id)
            for support in row["supports"]:
                self.above[support["id"]].append(id)
        self.left = {claim: set(ids) for claim, ids in self.reasons.items()}
        self.gone_words: frozenset[str] = frozenset().union(*map(words, erased.texts))

    def sorted(self) -> Remains:
        """Examine every reason that something below it may have changed for, until nothing changes any more."""
        self.found.claims = {claim for claim in self.left if claim in self.erased.nodes}
        waiting = deque(self.rows)
        queued = set(waiting)
        while waiting:
            id = waiting.popleft()
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
        gone, kept = [], [support["text"] for support in staying if support["id"] not in self.left]
        touched = len(staying) < len(row["supports"])
        for support in row["supports"]:
            if self._is_gone(support["id"]):
                gone.append(support["text"])
            for id in self._wordings(support["id"], row["session_id"]):
                (gone if id in self.found.assertions else kept).append(self.rows[id]["words"])
                touched = touched or id in self.found.assertions
        if not touched:
            return False
        lost = self.gone_words.union(*map(words, gone))
        if words(row["words"]) & lost - frozenset().union(*map(words, kept)):
            return True
        told = [*self.erased.texts, *gone]
        named = {fold_name(name) for name in row["names"] if _DIGIT.search(name)}
        return any(_any_names(told, name) and not _any_names(kept, name) for name in named)

    def _wordings(self, claim: str, session: str) -> Iterable[str]:
        """The reasons whose words for a claim a session's own reason may have: the session's, where it gives one."""
        return self.by_session.get((claim, session)) or self.reasons.get(claim, set())

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


def _any_names(texts: Iterable[str], name: str) -> bool:
    return any(names(text, [name]) for text in texts)
