"""What people own, and what they bought, sold or bought for another. Pure."""

from __future__ import annotations

import re

from kgmem.distill.rules import words
from kgmem.distill.rules.nouns import NO_NAMES, SOME
from kgmem.distill.rules.phrases import DETERMINER, Phrase, cut, thing

_KIN = "|".join(sorted(words.RELATIVES | words.PETS))
_NO_RECEIVERS = "|".join(sorted(NO_NAMES | {"Easter", "Hanukkah", "Diwali", "Valentine"}))
_FOR_ANOTHER = re.compile(
    rf"\bfor (?:(?:my|our|his|her|their|the|a)\s+)?(?:\w+ )?(?:{_KIN})\b|"
    r"\bfor (?:him|her|them|you|someone|somebody|everyone)\b|"
    rf"\bfor (?!(?:{_NO_RECEIVERS})\b)(?-i:[A-Z][a-z]+)|\bas an? (?:\w+ )?(?:gift|present)\b|"
    rf"\A(?:(?:my|our|his|her|their) (?:\w+ )?(?:{_KIN})|him|her|them|you|(?-i:[A-Z][a-z]+)) "
    r"(?:an?|the|some|another|two|three|new) \w",
    re.IGNORECASE,
)


def owned(text: str) -> Phrase | None:
    """Something that people own: its last word is one we know."""
    phrase = None if _FOR_ANOTHER.search(text) else thing(text)
    if phrase is None or phrase.object.casefold().split()[-1] not in words.OWNABLE:
        return None
    counted = re.match(r"(?:an?|another|my own|our own|some|\d+)\s", text.strip(), re.IGNORECASE)
    number = text.split()[0].casefold() in words.NUMBER_WORDS
    return phrase if counted or number or (len(phrase.object.split()) == 1 and "the " not in text[:4]) else None


def had(text: str) -> Phrase | None:
    """Something owned, or family by number."""
    if phrase := owned(text):
        return phrase
    phrase = thing(text)
    family = phrase is not None and phrase.object.casefold().split()[-1] in _FAMILY
    return phrase if family and re.match(r"(?:an?|\d+|" + "|".join(words.NUMBER_WORDS) + r")\s", text, re.I) else None


def had_none(text: str) -> Phrase | None:
    """Something owned, or family, of which there is none."""
    phrase = thing(text)
    known = phrase is not None and phrase.object.casefold().split()[-1] in words.OWNABLE | _FAMILY
    return Phrase(phrase.object, f"any {phrase.surface}") if phrase and known else None


_FAMILY = frozenset("kids children sons daughters son daughter brother brothers sister sisters siblings twins baby "
                    "grandchildren grandkids nieces nephews stepchildren grandson granddaughter".split())  # fmt: skip


def bought(text: str) -> Phrase | None:
    """Something bought to keep, and not for another."""
    phrase = None if _FOR_ANOTHER.search(text) else thing(text)
    if phrase is None or phrase.object.casefold().split()[-1] in words.CONSUMABLES or SOME.match(text):
        return None
    return phrase if DETERMINER.match(text.strip()) or phrase.kind or re.match(r"\w+\s", text) else None


def sold(text: str) -> Phrase | None:
    """Something that was one's own: not "cars", nor Tom's."""
    known = re.match(r"(?:my|our|the|both|one of|all|his|her|their)\s", text.strip(), re.IGNORECASE)
    return thing(text) if known and "'s " not in cut(text) else None


def for_another(text: str) -> Phrase | None:
    """Something bought, and for somebody who is told."""
    return thing(text) if _FOR_ANOTHER.search(text, 1) and DETERMINER.match(text.strip()) else None
