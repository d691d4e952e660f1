"""What a row of the table may ask its object to be, by name. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from kgmem.distill.rules import belongings, denials, nouns, phrases, words
from kgmem.distill.rules.phrases import DETERMINER, LIST, SECOND_PERSON, WORD, Phrase, alike, bare, cut, surface, useful
from kgmem.distill.rules.verbs import BASE_FORMS, DEFINITE, LIGHT

MAX_PLAN_WORDS = 12
_PRONOUNS = frozenset("it this that them him her these those something anything everything things stuff there here to "
                      "on up soon better more well sure out back one some again by".split())  # fmt: skip


_UNFINISHED = _PRONOUNS | frozenset("what who whom how why where when which whether about of for with".split())
_HARDLY = [["get", word] for word in ("ready", "back", "to", "there", "better", "closer", "excited")]
_HARDLY += [["getting", word] for _, word in _HARDLY]


def deed(text: str) -> Phrase | None:
    """What somebody plans to do, from its verb on, in the plain form."""
    whole = cut(text, soft=False)
    found = [word.casefold() for word in WORD.findall(whole)]
    if not 1 < len(found) <= MAX_PLAN_WORDS or SECOND_PERSON.search(text) or found[-1] in _UNFINISHED:
        return None
    if (
        found[:2] in _HARDLY
        or found[0] in LIGHT
        or (len(found) == 2 and found[-1] in words.VAGUE)
        or found[1] in _PRONOUNS - {"to", "on"}
    ):
        return None
    first = whole.split()[0]
    if first.endswith("ing") and first.casefold() not in BASE_FORMS:
        return None
    whole = BASE_FORMS.get(first.casefold(), first) + whole[len(first) :]
    return Phrase(whole, surface(whole))


def definite(text: str) -> Phrase | None:
    """What "will" tells for certain: a verb definite enough."""
    phrase = deed(text)
    return phrase if phrase and phrase.object.split()[0].casefold() in DEFINITE else None


def doing(text: str) -> Phrase | None:
    """What somebody is about to do, said with -ing."""
    first = text.split(maxsplit=1)[0].casefold() if text.split() else ""
    return deed(text) if first in BASE_FORMS else None


def event(text: str) -> Phrase | None:
    """What was booked, or stands in a calendar."""
    whole = cut(text, soft=False)
    whole = re.sub(r"\s+for$", "", re.sub(r"\s+(?:for|because of)\s.*", "", whole) if len(whole.split()) > 4 else whole)
    object = bare(whole)
    return Phrase(object, surface(whole)) if useful(cut(object)) and not SECOND_PERSON.search(whole) else None


def decision(text: str) -> Phrase | None:
    """What was decided."""
    whole = cut(text, soft=False)
    found = WORD.findall(whole)
    if len(found) < 2 or SECOND_PERSON.search(whole) or _POINTING.search(whole):
        return None
    return Phrase(whole, surface(whole))


_POINTING = re.compile(r"\b(?:it|this|them|those|these|something|that|him|her)(?:\s|$)", re.IGNORECASE)


def visited(text: str) -> Phrase | None:
    """Where somebody went: not to bed, nor to do something."""
    phrase = phrases.thing(text)
    if phrase is None or phrase.object.casefold() in _NO_TRIP:
        return None
    return phrase if phrase.kind or DETERMINER.match(text.strip()) else None


_NO_TRIP = frozenset("bed sleep work school church home town hospital store shop bathroom gym market".split())


def outing(text: str) -> Phrase | None:
    """Camping, hiking with somebody."""
    whole = cut(text, soft=False)
    first = whole.split()[0].casefold() if whole else ""
    return Phrase(cut(whole), surface(whole)) if first.endswith("ing") and first not in _NO_OUTING else None


_NO_OUTING = frozenset("crying going looking missing amazing living".split())


def done(text: str) -> Phrase | None:
    """What was visited, finished, signed: something that a determiner, a number or a name makes one thing."""
    phrase = phrases.thing(text)
    if phrase is None or phrase.object.casefold().split()[-1] in _NO_DEED or nouns.SOME.match(text):
        return None
    longer = bare(phrases.upto_topic(text))
    if len(longer.split()) <= phrases.MAX_NOUN_WORDS:
        phrase = replace(phrase, object=longer)
    definite = DETERMINER.match(text.strip()) or phrase.kind or re.match(r"\d", text)
    counted = text.split()[0].casefold() in words.NUMBER_WORDS
    return phrase if definite or counted or len(phrase.object.split()) > 1 else None


_NO_DEED = frozenset(
    "job team family heart passion voice spark connections bond together hand hands smile eye eyes "
                     "attention call action turn seat charge care advantage place end friends true home".split()
)  # fmt: skip


def club(text: str) -> Phrase | None:
    """What somebody plays for or helps: a group or a name."""
    phrase = phrases.thing(text)
    return phrase if phrase and (phrase.kind or nouns.group(text)) else None


def preferred(text: str) -> Phrase | None:
    """What is preferred, without what it is preferred to."""
    stripped = re.sub(r"^to\s+", "", text)
    return nouns.liked(re.split(r"\s+(?:to|over|rather than|than|instead of)\s", stripped, maxsplit=1)[0])


def instrument(text: str) -> Phrase | None:
    """What is played: an instrument or a game."""
    phrase = phrases.thing(text)
    return phrase if phrase and phrase.object.casefold().split()[-1] in words.INSTRUMENTS | words.GAMES else None


def title(text: str) -> Phrase | None:
    """A work, in quotation marks or by its name."""
    if match := re.match(r"[\"'](?P<title>[^\"]{2,80}?)(?:[\"'](?=\s|$|[,.])|$)", text):
        name = match["title"].strip()
        return Phrase(name, f'"{name}"', "document")
    match = phrases.NAME.match(text)
    return Phrase(match[0], match[0], "document") if match else None


def named(text: str) -> Phrase | None:
    """Something by its name."""
    match = _PRODUCT.match(text) if phrases.name_at(text) else None
    return Phrase(match[0], match[0], "thing") if match else None


_PRODUCT = re.compile(rf"{phrases.NAME.pattern}(?:\s\d[\d.]*(?<!\.))?")


def none(text: str) -> Phrase | None:
    """Nothing: the verb tells the object."""
    return Phrase("", "")


def from_place(text: str) -> Phrase | None:
    """A place that a verb takes without a preposition."""
    return nouns.place("in " + text)


def state(text: str) -> Phrase | None:
    """A state of a person in one word."""
    word = text.split()[0]
    return Phrase(word, word)


TYPES: Mapping[str, Callable[[str], Phrase | None]] = {
    "thing": phrases.thing, "place": nouns.place, "home": nouns.home, "organisation": nouns.organisation,
    "person": nouns.person, "lover": nouns.lover, "partner": nouns.partner, "job": nouns.job, "any_job": nouns.any_job,
    "condition": nouns.condition, "any_condition": phrases.thing, "allergy": nouns.allergy, "owned": belongings.owned,
    "had": belongings.had, "had_none": belongings.had_none, "bought": belongings.bought, "sold": belongings.sold,
    "for_another": belongings.for_another, "group": nouns.group, "liked": nouns.liked,
    "deed": deed, "definite": definite, "doing": doing, "event": event, "decision": decision, "visited": visited,
    "outing": outing, "done": done, "club": club, "preferred": preferred, "instrument": instrument, "title": title,
    "named": named, "none": none, "from_place": from_place, "state": state,
}  # fmt: skip


_MAY_DENY = frozenset({"decision", "title"})
"""Deciding not to is a decision, and a work may be called "Nothing"."""


def _some(check: Callable[[str], Phrase | None]) -> Callable[[str], Phrase | None]:
    """The check, but for what is none: "no car"."""
    return lambda text: None if denials.nothing(text) else check(text)


_SHARED = re.compile(r"[\w-]+(?<!s)(?<!ing)")


def read(type: str, text: str, listed: bool) -> Iterator[Phrase]:
    """The objects of that type in the words after a verb: several where `listed` allows a list."""
    check = _some(TYPES[type]) if type not in _MAY_DENY else TYPES[type]
    parts = [part for part in LIST.split(phrases.upto_clause(text)) if part] if listed else []
    if len(parts) == 2 and _SHARED.fullmatch(parts[0]) and len(parts[1].split()) in (2, 3):
        if phrase := check(parts[1]):  # "sci-fi and fantasy films" is one thing
            yield Phrase(f"{parts[0]} and {phrase.object}", f"{parts[0]} and {phrase.surface}")
        return
    if len(parts) < 2:
        if phrase := check(text):
            yield phrase
        return
    skipped = False
    for place, part in enumerate(parts):
        phrase = None if len(part.split()) > 6 else check(part)
        if phrase is None and type in ("owned", "had"):
            skipped = True
            continue
        if phrase is None or (place and not alike(parts[0], part)) or (skipped and not DETERMINER.match(part)):
            return
        yield phrase
        if cut(part) != part.strip():
            return
