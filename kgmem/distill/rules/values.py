"""What things are: prices, deadlines, versions, doses, quantities, states, addresses and names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgmem.distill.rules import denials, doses, value_checks, words
from kgmem.distill.rules.head import RELATIVE, Head, Talk
from kgmem.distill.rules.phrases import NAME, bare
from kgmem.distill.rules.value_rows import PARTS, ROWS, Row


@dataclass(frozen=True)
class Value:
    """A value that a clause states."""

    row: Row
    subject: str
    object: str
    negated: bool
    past: bool
    ended: bool = False
    category: str = ""
    """Of what it is the favourite."""


_RELATED = re.compile(
    rf"(?:my|our) (?P<s>{RELATIVE})(?:(?:'s name (?P<be>is|was))|(?: (?P<be2>is|was|are|were))? "
    rf"(?:named|(?P<call>called))) (?P<o>(?-i:{NAME.pattern})(?: and (?-i:{NAME.pattern}))?)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?:we|i)(?:'ve| have)? (?:named|called) (?:my|our|the) (?P<s>{RELATIVE}) (?P<o>(?-i:{NAME.pattern}))",
    re.IGNORECASE,
)
_VERB_AFTER = re.compile(
    r",?\s+(?:who|which|that|is|was|are|has|had|will|can|lives?|works?|loves?|likes?|moved|died|turned|just|got|went)\b",
    re.I,
)
_CALLED = re.compile(rf"my name(?: is|'s) (?P<o>(?-i:{NAME.pattern}))", re.IGNORECASE)
_NAME_ROW, _OWN_NAME_ROW = (Row("name", pattern, own=own) for pattern, own in ((_RELATED, True), (_CALLED, True)))
NO_THINGS = frozenset(
    "it this that these those he she they there here what who which everything something nothing anything one life "
    "i we you everyone someone all both people things stuff work way place time day today tomorrow mind heart door "
    "doors world future love hope living".split()
)


def value_of(
    text: str, start: int, talk: Talk, times: Sequence[tuple[int, int]] = (), head: Head | None = None
) -> Value | None:
    """The value that the clause states from `start` on, or None; `times` are its words about time: none of a name.

    What is taken is its taker's, who is the `head` of the clause.
    """
    if not talk.first:
        return None
    if found := _name(text, start, talk):
        return found
    if head and (dose := doses.dose_of(text, head, talk)):
        row, taken, owner, negated, past, ended = dose
        return (
            None
            if value_checks.compared(taken)
            else Value(row, f"{owner}'s {taken['s']}", taken["o"], negated, past, ended)
        )
    for row in ROWS:
        match = row.pattern.match(text, start)
        if match is None:
            continue
        groups = match.groupdict()
        if row.kind == "preference" and not _choice(groups["o"]):
            continue
        subject = talk.speaker if row.own else _subject(match, times, talk)
        if subject is None:
            continue
        subject = _OWN_MEASURE.sub("", subject) if row.predicate in ("price", "status") else subject
        be = (groups.get("be") or "").casefold()
        no = (groups.get("not") or "").strip().casefold()
        if (be == "will be" and row.predicate != "deadline") or value_checks.taken_back(match):
            return None
        if (row.predicate in _NUMERIC and value_checks.compared(match)) or value_checks.habitual(match):
            return None
        once = be == "cost" and not no and not subject.endswith("s")  # "tickets cost" is now
        past = be in ("was", "were", "had") or once
        negated = bool(no) or be.endswith("n't")
        if negated and be.startswith(("was", "were")):
            return None  # what was not so says nothing of now
        return Value(
            row, subject, groups["o"].strip(), negated, past,
            ended=no == "no longer" or (negated and _NO_MORE.match(text, match.end()) is not None),
            category=(groups.get("c") or "").strip(),
        )  # fmt: skip
    return None


_OWN_MEASURE = re.compile(r"(?:'s)? (?:price|cost|status)$", re.IGNORECASE)
"""What the predicate says already: the ticket's price is the ticket's."""
_NO_MORE = re.compile(r"\s+(?:any ?more|any longer)\b", re.IGNORECASE)
_NUMERIC = frozenset({"price", "dose", "quantity"})


def _subject(match: re.Match[str], times: Sequence[tuple[int, int]], talk: Talk) -> str | None:
    """What it is about, up to words about time ("metoprolol" of "metoprolol yesterday"), with the owner where it is the
    speaker's; None where it names no one thing."""
    start, end = match.span("s")
    end = min([end, *(first for first, _ in times if start < first < end)])
    text = match.string[start:end].strip()
    subject = None if denials.no_one_thing(text) else _thing(text)
    if subject is None or not is_mine(match):
        return subject
    known = _KNOWN_RELATIVE.fullmatch(subject)
    return known["o"] if known else f"{talk.speaker}'s {subject}"


_KNOWN_RELATIVE = re.compile(rf"{RELATIVE},? (?P<o>(?-i:{NAME.pattern}))", re.IGNORECASE)


def is_mine(match: re.Match[str]) -> bool:
    """Whether the text says that it is the speaker's."""
    groups = match.groupdict()
    first = (groups.get("d") or match["s"].split()[0]).casefold()
    return first in _MINE or bool(groups.get("mine"))


_MINE = ("my", "our")
_ARTICLES = frozenset("the a an my our this that".split())
_MEASURES = frozenset(
    "price prices cost costs rate dose dosage deadline date version status amount total limit maximum minimum".split()
)


_NO_NOUN = frozenset("due new old next final current latest only first last best main whole".split())


def _choice(text: str) -> bool:
    found = bare(text).casefold().split()
    return bool(found) and found[0] not in NO_THINGS | _NO_CHOICE and found[-1] not in words.VAGUE


_NO_CHOICE = frozenset("when how the definitely probably still also always seeing being getting my our your his her "
                       "its their one where why of so not".split())  # fmt: skip


def _name(text: str, start: int, talk: Talk) -> Value | None:
    match = _RELATED.match(text, start)
    if match and match["call"] and not match["be2"] and not _VERB_AFTER.match(text, match.end()):
        return None  # "my sister called Ana yesterday"
    if match:
        past = (match["be"] or match["be2"] or "").casefold() in ("was", "were")
        return Value(_NAME_ROW, f"{talk.speaker}'s {match['s'].casefold()}", match["o"], False, past)
    if match := _NAMED.match(text, start):
        return Value(_NAME_ROW, f"{talk.speaker}'s {match['s'].casefold()}", match["o"], False, False)
    if match := _CALLED.match(text, start):
        return Value(_OWN_NAME_ROW, talk.speaker, match["o"], False, False)
    return None


def _thing(text: str) -> str | None:
    subject = bare(text).removesuffix("'s")
    if not subject:
        return None
    first, last = subject.split()[0].casefold(), subject.split()[-1].casefold()
    if (
        first in NO_THINGS | _ARTICLES
        or (last in _MEASURES and set(subject.casefold().split()[:-1]) <= _NO_NOUN)
        or last in _NO_NOUN
        or last in NO_THINGS
        or {"mine", "yours", "ours", "theirs", "hers"} & set(subject.casefold().split())
        or first.partition("'")[0] in NO_THINGS
    ):
        return None
    return subject


def declared_pattern(verbs: Iterable[str]) -> re.Pattern[str]:
    """One pattern for the verbs that an ontology declares: "P-101 feeds V-12", "does not feed", "no longer feeds"."""
    forms = {form for verb in verbs for form in (verb, plain(verb))}
    any_of = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True)) or "(?!)"
    return re.compile(
        rf"{PARTS['thing']} (?:(?P<not>no longer|does not|doesn't|do not|don't)|now|currently|still"
        rf"|also)?\s?(?P<verb>{any_of}) "
        rf"(?P<o>\S.*)",
        re.IGNORECASE,
    )


def plain(verb: str) -> str:
    """The form after "does not": supplies, supply; feeds, feed; depends on, depend on."""
    first, space, rest = verb.partition(" ")
    if first in ("is", "has", "was"):
        base = {"is": "be", "has": "have", "was": "be"}[first]
    elif first.endswith("ies"):
        base = first[:-3] + "y"
    elif first.endswith(("ses", "shes", "ches", "xes", "zes", "oes")) and not first.endswith("uses"):
        base = first[:-2]
    else:
        base = first.removesuffix("s")
    return base + space + rest
