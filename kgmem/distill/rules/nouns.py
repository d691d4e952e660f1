"""What a noun after a verb must be: a place, an employer, an illness, something one owns or likes. Pure."""

from __future__ import annotations

import re

from kgmem.distill.rules import words
from kgmem.distill.rules.phrases import (
    CAPITALS,
    PREPOSITION,
    Phrase,
    bare,
    cut,
    name_at,
    named,
    surface,
    thing,
    useful,
)

_PLACE = re.compile(
    rf"(?:^|\s)(?:in|(?<!close )(?<!closer )(?<!next )to|at|on)\s+(?:the\s+(?:city|town|village|suburbs"
    rf"|outskirts)\s+of\s+)?(?:the\s+)?(?P<name>{CAPITALS})"
)
_LOWER_PLACE = re.compile(r"(?:in|to)\s+(?P<name>[a-z][\w'-]+)(?=\s*(?:$|,|and\b|but\b))")
_CASED = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]")
NO_NAMES = frozenset("January February March April May June July August September October November December Monday "
                        "Tuesday Wednesday Thursday Friday Saturday Sunday I I'm I've It The My This Christmas".split()
)  # fmt: skip


def place(text: str) -> Phrase | None:
    """A place by its name."""
    match = _PLACE.search(" " + text)
    known = match and name_at((" " + text)[match.start("name") :])
    if match and known and match["name"].split()[0] not in NO_NAMES and not _NO_PLACE_NAME.match(match["name"]):
        return Phrase(match["name"], match["name"], "place")
    low = _LOWER_PLACE.match(text) if not _CASED.search(text) else None
    if low and low["name"] not in words.VAGUE and low["name"] not in _NO_PLACE:
        return Phrase(low["name"], low["name"], "place")
    return None


_NO_PLACE_NAME = re.compile(
    r"(?:Windows|Linux|Mac|MacOS|iOS|Android|Slack|Teams?|Zoom|Discord|Spotify|Netflix|YouTube|Twitter|Facebook|Instagram|"
    r"GitHub|GitLab|Jira|Notion|Gmail|Google|AWS|Azure|Kubernetes|Docker|Python|Rust|Java|Postgres\w*|MySQL|Mongo\w*|"
    r"Redis|Kafka|English|Spanish|French|German|Italian|Chinese|Japanese|Version|Phase|Step|Plan|Chapter|Level)\b"
)
_NO_PLACE = frozenset("a an the my our his her their this that fear peace town bed here there love general particular "
                      "need person real reality harmony hope between another one college school work "
                      "tears tea coffee sales management marketing remote english spanish french "
                      "german windows linux slack".split()
)  # fmt: skip


def home(text: str) -> Phrase | None:
    """A flat or house, without a name."""
    phrase = thing(text)
    return phrase if phrase and phrase.object.casefold().split()[-1] in words.HOMES | {"place"} else None


def organisation(text: str) -> Phrase | None:
    """An employer or a school: a name, or what an article introduces."""
    text = re.sub(r"^(?:a|an) (?:[\w-]+ ){0,2}(?:company|startup|firm|agency|place) (?:called|named) ", "", text)
    if match := name_at(bare(text)):
        return Phrase(match[0], match[0], "organisation")
    short = cut(text)
    object = bare(short)
    first = object.split()[0].casefold() if object else ""
    if not useful(object) or first in _NO_EMPLOYER or first.endswith("ing") or len(object.split()) > 4:
        return None
    return Phrase(object, surface(short), "organisation" if _CASED.search(" " + object) else None)


_NO_EMPLOYER = frozenset("free fun money pay cash tips peanuts pleasure living exposure food passion minimum change "
                         "myself yourself himself herself ourselves themselves charity good now life nothing rent home "
                         "night it that this them least first once all time times weekends nights becoming improving "
                         "building making getting being weeks months years hours".split())  # fmt: skip


def person(text: str) -> Phrase | None:
    """Somebody by name."""
    match = name_at(text) or _KIN_OF.match(text)
    if match is None or match[0].split()[0] in NO_NAMES:
        return None
    return Phrase(match[0], match[0], "person")


_KIN_OF = re.compile(rf"{CAPITALS}(?<='s) (?:\w+ )?(?:{'|'.join(sorted(words.RELATIVES))})\b")
_TITLED = re.compile(r"(?:Dr|Mr|Mrs|Ms|Prof|Doctor|Professor)\b")


def lover(text: str) -> Phrase | None:
    """Somebody by name whom one may be seeing: no doctor."""
    return None if _TITLED.match(text) else person(text)


def partner(text: str) -> Phrase | None:
    """Somebody by name or by what they are."""
    return person(text) or (job(text) if re.match(r"(?:a|an)\s", text) else None)


_LEARNED = re.compile(r"(?:ologist|ographer|trician|opath|ospecialist)s?$")


def job(text: str) -> Phrase | None:
    """An occupation: its last word is one we know."""
    short = re.split(r"\sof\s(?=the\b|an?\b|our\b|my\b)", cut(text), maxsplit=1)[0]
    object = bare(short)
    found = object.casefold().split()
    known = found and (found[-1].rstrip("s") in words.OCCUPATIONS | {"boss"} or _LEARNED.search(found[-1]))
    if not known or len(found) > 4:
        return None
    return Phrase(object, surface(short))


def any_job(text: str) -> Phrase | None:
    """An occupation that the verb tells is one."""
    short = cut(text)
    object = bare(short)
    return Phrase(object, surface(short)) if useful(object) and len(object.split()) <= 4 else None


_ILLS = frozenset("disease syndrome disorder infection attack injury deficiency poisoning".split())


def condition(text: str) -> Phrase | None:
    """An illness or allergy that we know."""
    short = cut(text)
    object = bare(short)
    found = object.casefold().split()
    if not found or len(found) > 4 or found[-1] not in words.CONDITIONS | _ILLS:
        return None
    return Phrase(object, surface(short))


def any_condition(text: str) -> Phrase | None:
    """An illness that the verb tells is one."""
    return thing(text)


def allergy(text: str) -> Phrase | None:
    """What somebody is allergic to, as a condition."""
    short = re.sub(r"^(?:most|all|some|certain|many)\s", "", bare(cut(text)))
    if not useful(short):
        return None
    single = short[:-1] if short.endswith("s") and not short.endswith("ss") else short
    article = "an" if single[0].casefold() in "aeio" else "a"
    return Phrase(f"{single} allergy", f"{article} {single} allergy")


_TOO_WIDE = frozenset("playing exploring sharing talking trying learning working helping going being veterans people "
                      "doing life everything seeing working out go think say help relax just take give to escaping "
                      "relaxing".split()
)  # fmt: skip


SOME = re.compile(r"(?:some|a few|a couple|lots|a lot|a bit|any|several|many|more|most|such|so)\s", re.IGNORECASE)


def group(text: str) -> Phrase | None:
    """A club, a team and the like, or one by its name."""
    phrase = thing(text)
    if phrase is None:
        return None
    kind = named(phrase.object, "organisation")
    found = phrase.object.casefold().split(" of ")[0].split()
    member = any(word in words.GROUPS for word in (phrase.object.casefold().split() if kind else found[-1:]))
    return Phrase(phrase.object, phrase.surface, kind) if member else None


_NOT_IN_GENERAL = re.compile(
    r"(?:making sure|the|this|that|these|those|how|what|when|it|to be|being able|being|having|seeing|hearing|getting|"
    r"a|an|your|some|their|his|her|its|knowing|doing|all|everything|every|each|more|just|about|talking|both|"
    r"watching (?:them|him|her|it)|(?:my|our)(?! job\b)|to (?:get|see|be|have|make|know|help|hear))"
    r"\b(?!\s+(?-i:[A-Z]))",
    re.IGNORECASE,
)
_COMPANY = re.compile(r"\s+with (?:my|our)\s.*$", re.IGNORECASE)
_WHY = re.compile(r"\s+(?:for|because|without|as|just|so|very|by)\s.*$|\s+(?:to|in|at|on|with|of|about|up)$")
_AT_HAND = re.compile(
    r"\b(?:it|them|him|her|this|that|these|those|us|me|(?:my|our)(?! job\b)|things|stuff|something|someone|here"
    r"|there)\b",
    re.IGNORECASE,
)


def liked(text: str) -> Phrase | None:
    """What somebody likes in general: no pronoun, no "the way you ...", not the thing at hand."""
    stripped = text.strip()
    if (PREPOSITION.match(stripped) and not stripped.startswith("to ")) or _NOT_IN_GENERAL.match(stripped):
        return None
    short = _WHY.sub("", _COMPANY.sub("", cut(stripped, soft=False)))
    object = re.sub(r"^(?:to|also)\s+", "", bare(short))
    if _AT_HAND.search(short) or not useful(object) or object.casefold() in _TOO_WIDE:
        return None
    return Phrase(object, surface(short), named(object, "topic"))
