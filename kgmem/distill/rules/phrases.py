"""What a verb's object is: the words after it, cut where the object ends and checked for being of use. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgmem.distill.rules import words

MAX_NOUN_WORDS = 7


@dataclass(frozen=True)
class Phrase:
    """`object` is the bare thing, `surface` what a statement says of it; `kind` the entity kind of what has a name,
    None for what is kept as words."""

    object: str
    surface: str
    kind: str | None = None
    detail: str = ""
    """The surface with its circumstances, for what was done ("a cake for Mia's birthday")."""


DETERMINER = re.compile(
    r"(?:(?:a|an|the|my|our|his|her|their|this|that|these|those|some|another|one of my|one of our|all my|all of my|"
    r"both my|both of my|a few|several|a couple of|a bit of|a lot of|lots of|any)\s+)+",
    re.IGNORECASE,
)
_HARD_STOP = re.compile(
    r"[;!?()\[\]{}|–—~*]|(?<!\bDr)(?<!\bMr)(?<!Mrs)(?<!\bMs)(?<!\bSt)\.(?=\s|$)|[,:](?!\d)|\s-+\s|(?:^|\s+)(?:and"
    r"|but|or|because|so|when|while|which|who|that|if|where|"
    r"after|before|since|until|though|although|as well|too|instead|anyway|lol|haha|thanks|please|now|anymore|any more|"
    r"yet|at all|at the moment|these days|"
    r"right now|recently|lately|nowadays|yesterday|today|for example|again|already|after all|whenever"
    r"|'cause|cuz|then|(?:about |around |over |nearly |almost )?(?:a |an )?[\w-]+ (?:days?|weeks?|months?|years?) ago"
    r"|every|each|daily|weekly|i|we|you|he|she|they|it's|is|was|are|were|"
    r"has|have)(?=\s|$)",
    re.IGNORECASE,
)
_SOFT_STOP = re.compile(
    r"\s+(?:for|with|to|from|by|as|at|in|on|into|during|without|around|near|called|named|over|through|between|using|"
    r"just|really|so|very|about|(?:built|made|published|released|founded|written|painted|recorded)"
    r"(?=\s(?:in|by|from|for|of|with|at)\s|$))(?=\s|$)|\s+\d{1,2}:\d{2}\b",
    re.IGNORECASE,
)
WORD = re.compile(r"[^\W_][\w'&./@%+#°€£-]*|[$€£¥]\s?\d[\d.,]*")
SECOND_PERSON = re.compile(r"\b(?:you|your|yours|u|ur)\b", re.IGNORECASE)
_OWN = {
    "my": "their",
    "our": "their",
    "me": "them",
    "us": "them",
    "i": "they",
    "myself": "themselves",
    "mine": "theirs",
}
_OWN_WORD = re.compile(r"\b(?:my|our|me|us|myself|mine)\b", re.IGNORECASE)
LIST = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s*&\s*|\s+or\s+", re.IGNORECASE)
_UPPER = "A-ZÀÁÂÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÖØÙÚÛÜÝŁŚŠŽ"
CAPITALS = (
    rf"(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.\s+)?[{_UPPER}0-9][\w'&.-]*(?<![.'-])"
    rf"(?:(?:\s+(?:of|de|la|the|du|da|del|van|der|and|&))?\s+(?!I\b|My\b)[{_UPPER}][\w'&.-]*(?<![.'-])){{0,4}}"
)
NAME = re.compile(CAPITALS)
_POSSESSED = re.compile(
    r"\s+(?!(?:in|on|at|as|for|and|but|since|because|with|to|from|or|so|near|until|by|when|now)\b)[a-z]"
)


def name_at(text: str) -> re.Match[str] | None:
    """A name at the start of the text that is no owner's: not "Tom's" of "Tom's sister"."""
    match = NAME.match(text)
    owner = match is not None and match[0].endswith(("'s", "s'")) and _POSSESSED.match(text, match.end())
    return None if owner else match


_GERUND = re.compile(r"[a-z]+ing\b")


def surface(text: str) -> str:
    """The words as a statement in the third person has them."""
    text = re.sub(r"^(?:this|that)\s(?=[aeio])", "an ", text.replace('"', ""))
    text = re.sub(r"^(?:this|that)\s(?=\w)", "a ", text)
    return " ".join(_OWN_WORD.sub(lambda match: _OWN[match[0].casefold()], text).split()).rstrip(".'- ")


def bare(text: str) -> str:
    """Without articles and the like before it."""
    return DETERMINER.sub("", text.strip(), count=1) if DETERMINER.match(text.strip()) else text.strip()


def cut(text: str, soft: bool = True) -> str:
    """Up to where the object ends: `soft` also at the prepositions that add circumstances."""
    first = DETERMINER.match(text)
    if match := _HARD_STOP.search(text, first.end() if first else 0):
        text = text[: match.start()]
    if soft and (match := _SOFT_STOP.search(text, 1)):
        text = text[: match.start()]
    return _TAIL.sub("", text.replace('"', "").strip(" \t'-"))


_TAIL = re.compile(r"(?:\s+(?:of|for|with|to|in|at|on|from|by|a|an|the|my|and))+$", re.IGNORECASE)


def upto_topic(text: str) -> str:
    """Up to the circumstances, but with what it is about: "a story about a lighthouse at the sea" up to lighthouse."""
    text = cut(text, soft=False)
    match = _CIRCUMSTANCE.search(text, 1)
    return text[: match.start()] if match else text


_CIRCUMSTANCE = re.compile(
    r"\s+(?:for|with|to|from|by|as|at|in|into|during|without|around|near|over|through|between|using|just|really|so|"
    r"very|called|named|on (?:my|our|his|her|their|the way))(?=\s|$)",
    re.IGNORECASE,
)


def useful(text: str) -> bool:
    """Whether a memory could use it as an object."""
    found = [word.casefold() for word in WORD.findall(text)]
    return (
        0 < len(found) <= MAX_NOUN_WORDS
        and found[-1] not in words.VAGUE
        and not SECOND_PERSON.search(text)
        and any(len(word) > 1 for word in found)
    )


def named(text: str, kind: str) -> str | None:
    """`kind` where the phrase is a name or a code, which an entity may be identified by; else None."""
    return kind if NAME.fullmatch(text) and not text[0].isdigit() else None


def thing(text: str) -> Phrase | None:
    """A noun phrase."""
    whole, short = cut(text, soft=False), cut(text)
    object = bare(short)
    if not useful(object) or PREPOSITION.match(text) or SECOND_PERSON.search(whole) or object.endswith(" ago"):
        return None
    if object.split()[0].casefold() in _FIRST_VAGUE:
        return None
    return Phrase(object, surface(short), named(object, "thing"), surface(whole))


def alike(first: str, other: str) -> bool:
    """Parts of one list are all gerunds or none is, and all have an article or none has."""
    gerunds = [_GERUND.match(part.strip()) is not None for part in (first, other)]
    return gerunds[0] == gerunds[1] or not gerunds[0] or len(other.split()) <= 2


def upto_clause(text: str) -> str:
    """Up to the next clause or mark, with the commas of a list."""
    match = re.search(r"[.;:!?()]|\s(?:because|but|so|when|while|which|that|who|since|if)\s", text)
    return text[: match.start()] if match else text


_FIRST_VAGUE = frozenset("it them him us me you someone somebody something anyone everything everyone one him "
                         "'em up out away off back lost".split())  # fmt: skip
PREPOSITION = re.compile(
    r"(?:at|in|on|to|for|with|from|by|of|off|up|out|about|into|onto|over|through|under|how|that|as|it|me|so|really|"
    r"really|very|because|than|not|even|especially|mostly|while|doing|also)\s", re.IGNORECASE
)  # fmt: skip
