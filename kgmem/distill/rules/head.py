"""The start of a clause: who it is about and how its verb is put (now, before, soon, not). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kgmem.distill.rules import grammar, words
from kgmem.distill.rules.phrases import NAME


@dataclass(frozen=True)
class Subject:
    """Whom or what a clause is about; `first` is the speaker, `addressed` an assistant's
    "you", `also` whoever is named along ("Ana and I")."""

    name: str
    kind: str = "person"
    first: bool = False
    also: tuple[str, ...] = ()
    addressed: bool = False


@dataclass(frozen=True)
class Head:
    """A subject, the forms its auxiliaries leave for the verb at `rest`, and what they say of it.

    Forms: plain (finite), do, be, have, been, will, modal. `used_to` and `past` put it in the past, `ending` is "no
    longer", `back_when` a past that the clause opens with. `dropped` tells that the text leaves the subject out.
    """

    subject: Subject
    forms: frozenset[str]
    rest: int
    negated: bool = False
    ending: bool = False
    past: bool = False
    used_to: bool = False
    dropped: bool = False
    back_when: bool = False

    @property
    def no_more(self) -> bool:
        """Whether its past tells that it is so no more: "used to", "back when"."""
        return self.used_to or self.back_when


@dataclass(frozen=True)
class Talk:
    """Who talks, and to whom, for "I", "my" and an assistant's "you"."""

    speaker: str
    addressee: str | None = None

    @property
    def first(self) -> bool:
        """Whether "I" says something: an assistant's says nothing."""
        return self.addressee is None


_LEAD = re.compile(
    r"(?:(?:and|but|so|then|also|well|oh|yeah|yea|yes|yep|yup|nope|no|hey|hi|hello|wow|honestly|actually|basically|"
    r"anyway|btw|by the way|lately|recently|luckily|fortunately|unfortunately|sadly|plus|ok|okay|haha|lol|guess what|"
    r"fun fact|good news|big news|great news|bad news|news|update|fyi|finally|eventually|currently|"
    r"today|yesterday|tomorrow|tonight|now|this (?:morning|afternoon|evening|week|month|year|weekend|summer|spring|"
    r"winter|autumn|fall)|(?:last|next) \w+|(?:on|in|since) (?:[A-Z]\w+|\d{4})(?: \d{1,4})?(?: \w+)?(?=,)|"
    r"(?:a|an|two|three|\w+) (?:few |couple of )?(?:days?|weeks?|months?|years?) ago|the other day|back then|"
    r"(?:it )?turns out(?: that)?|(?:both|all)(?= (?:my|our)\b)|"
    r"(?:i can't believe|i'm (?:so |really |very )?(?:glad|happy|proud|lucky|excited|relieved))(?: that)?(?= (?:i"
    r"|we)\b)|"
    r"years ago|as (?:a kid|a child|you know|for me|of \w+)|these days|sure|thanks|sorry|true|right|ugh|omg|man|dude"
    r"|so yeah|"
    r"in (?:the end|fact|\d{4})|to be honest|tbh|just|still|earlier (?:today|this \w+)|one day|at first|after that|"
    r"[Ss]ince then|meanwhile|for (?:me|now|example)|of course|[A-Z]\w+(?=,))[,!:]?\s+){1,6}",
    re.IGNORECASE,
)
_ADJUNCT = re.compile(
    r"(?:after|before|during|for|with|at|in|on|from|since|by|over)\s+(?!(?:i|we|he|she|they|you|it)\b)"
    r"(?:[^\s,;:]+\s+){1,6}?(?=(?:i|we)['\s])",
    re.IGNORECASE,
)
"""Circumstances before the subject: "after nine years in Malmö we moved"."""
_KIN = "|".join(sorted(map(re.escape, words.RELATIVES | words.PETS), key=len, reverse=True))
RELATIVE = (
    rf"(?:(?:older|younger|little|big|elder|eldest|oldest|youngest|twin|best|new|old|former|late|good|close|dear|host|"
    rf"great|two|three|\w+-year-old|middle)\s+){{0,2}}(?:{_KIN})\b"
)
_SUBJECT = re.compile(
    r"(?P<i>(?i:i|we)(?=['\s]|$)|(?i:im|ive)\b)"
    rf"|(?:(?i:my|our)\s+(?P<my>(?i:{RELATIVE}))(?:,?\s+(?P<called>(?-i:[A-Z][\w-]+))(?:,(?=\s)|(?='s\b)|\b(?!')))?)"
    rf"|(?:(?i:your)\s+(?P<your>(?i:{RELATIVE}))(?:,?\s+(?P<called_too>(?-i:[A-Z][\w-]+)),?)?)"
    r"|(?i:the)\s+(?P<role>(?i:patient|client|customer|tenant|landlord))(?=['\s])"
    r"|(?P<you>(?i:you)(?=['\s]|$))"
    rf"|(?P<name>{NAME.pattern}(?<!'s))"
)
_TOGETHER = re.compile(
    r"(?:(?:(?i:me)\s+and\s+(?:(?i:my|our)\s+)?(?P<one>[\w-]+(?:\s+[A-Z][\w-]+)?))"
    r"|(?:(?:(?i:my|our)\s+)?(?P<other>[\w-]+(?:\s+[A-Z][\w-]+)?)\s+and\s+(?i:i|me)))(?=\s|')"
)
_TOKEN = re.compile(r"\s*('(?:m|re|ve|ll|d|s)\b|[\w]+(?:'[a-z]+)?|$)", re.IGNORECASE)
_GOING_TO = re.compile(r"\s*(?:going\s+to|gonna|gon\s+na)\s+(?!the\b|a\b|an\b|my\b|our\b|this\b|that\b)(?=[a-z])")
_MOST_TOKENS = 9


def skip_lead(text: str) -> int:
    """Where a clause begins after interjections, adverbs, times and circumstances."""
    match = _LEAD.match(text)
    start = match.end() if match else 0
    adjunct = _ADJUNCT.match(text, start)
    return adjunct.end() if adjunct else start


def subject_of(text: str, start: int, talk: Talk, lower: frozenset[str]) -> tuple[Subject, int] | None:
    """The subject at `start` and where it ends. `lower` holds the message's words in lower case: no names."""
    together = _TOGETHER.match(text, start)
    if together and talk.first:
        with_ = together["one"] or together["other"]
        mine = re.match(r"(?:me and\s+)?(?:my|our)\s", together[0], re.IGNORECASE)
        if mine or NAME.fullmatch(with_):
            name = f"{talk.speaker}'s {with_}" if mine else with_
            return Subject(talk.speaker, first=True, also=(name,)), together.end()
    match = _SUBJECT.match(text, start)
    if match is None:
        return None
    if match["i"]:
        end = match.start() if match["i"].casefold() in ("im", "ive") else match.end()
        return (Subject(talk.speaker, first=True), end) if talk.first else None
    if relative := match["my"] or match["your"]:
        owner = (talk.speaker if talk.first else None) if match["my"] else talk.addressee
        kind = "animal" if relative.split()[-1].casefold() in words.PETS else "person"
        known = match["called"] or match["called_too"] or f"{owner}'s {relative.casefold()}"
        return (Subject(known, kind), match.end()) if owner else None
    if match["role"]:
        return (Subject(match["role"].casefold()), match.end()) if talk.first else None
    if match["you"]:
        return (Subject(talk.addressee, addressed=True), match.end()) if talk.addressee else None
    name = match["name"]
    if name and talk.first and name.casefold().removesuffix("'s") in grammar.CALLED_SO:
        return Subject(f"{talk.speaker}'s {name.casefold()}"), match.end()
    if name and talk.first and not _no_name(name, lower):
        one, _, other = name.partition(" and ")
        return Subject(one, also=(other,) if other else ()), match.end()
    return None


def pronoun(text: str, start: int) -> int | None:
    """Where "he" or "she" ends that stands at `start`, or None."""
    match = _HE_OR_SHE.match(text, start)
    return match.end() if match else None


def known_people(text: str) -> list[str]:
    """Who is plainly named in a clause, beside its subject: "I've known Petra for years"."""
    return [match["name"] for match in _PEOPLE.finditer(text)]


_PEOPLE = re.compile(
    rf"\b(?:known|met|married|dating|with|named|called|(?:my|our) (?:{_KIN})),? (?P<name>(?-i:[A-Z][a-z]+))(?![\w'])",
    re.IGNORECASE,
)
_HE_OR_SHE = re.compile(r"(?:he|she)(?=['\s])", re.IGNORECASE)


def _no_name(name: str, lower: frozenset[str]) -> bool:
    first = name.split()[0].casefold().removesuffix("'s")
    return (
        first in grammar.NO_NAMES
        or first in lower
        or first.endswith(("ing", "n't"))
        or (name.isupper() and len(name) > 1)
        or not name[0].isalpha()
        or any(character.isdigit() for character in name)
    )


def head_of(text: str, subject: Subject, start: int, dropped: bool = False) -> Head:
    """The subject with its auxiliaries."""
    head = Head(subject, frozenset({"plain"}), start, dropped=dropped)
    position = start
    for _ in range(_MOST_TOKENS):
        match = _TOKEN.match(text, position)
        token = match[1].casefold() if match else ""
        if not match or not token:
            break
        if (going := _GOING_TO.match(text, position)) and ("be" in head.forms or "gonna" in going[0]):
            head = replace(head, forms=frozenset({"will"}))
            position = going.end()
            continue
        if token == "no" and re.match(r"\s*no\s+longer\b", text[position:], re.IGNORECASE):
            head = replace(head, negated=True, ending=True)
            position += re.match(r"\s*no\s+longer\b", text[position:], re.IGNORECASE).end()  # type: ignore[union-attr]
            continue
        if token == "used" and (used := re.match(r"\s*used\s+to\b", text[position:], re.IGNORECASE)):
            head = replace(head, past=True, used_to=True, forms=frozenset({"do"}))
            position += used.end()
            continue
        if token == "be" and (head.used_to or "will" in head.forms):
            now = frozenset({"be"}) if head.used_to else head.forms
            head, position = replace(head, forms=now), match.end()
            continue
        changed = _auxiliary(head, token)
        if changed is None:
            break
        head, position = changed, match.end()
    return replace(head, rest=_after_space(text, position))


def _auxiliary(head: Head, token: str) -> Head | None:
    negated = head.negated or token in grammar.NEGATIONS or token.endswith("n't")
    if token in grammar.ADVERBS or token in ("not", "never"):
        return replace(head, negated=negated)
    if token in ("been", "being") and ("have" in head.forms or head.dropped):
        return replace(head, forms=frozenset({"been"}))
    if "plain" not in head.forms:
        return None
    for known, forms, past in (
        (grammar.BE, {"be"}, False), (grammar.WAS, {"be"}, True), (grammar.HAVE, {"have"}, False),
        (grammar.HAD, {"have"}, True), (grammar.DO, {"do"}, False), (grammar.DID, {"do"}, True),
        (grammar.WILL, {"will"}, False), (grammar.MODAL, {"modal"}, False), ({"'s"}, {"be", "have"}, False),
    ):  # fmt: skip
        if token in known:
            return replace(head, forms=frozenset(forms), negated=negated, past=head.past or past)
    return None


def _after_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position
