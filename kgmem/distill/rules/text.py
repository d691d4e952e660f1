"""A message cut into sentences and clauses, as spans of its text. Linear in the length of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.distill.rules.verbs import FINITE

MAX_CLAUSE_CHARS = 300
"""Of a longer clause only so much is read: whatever a pattern costs, a message costs a multiple of its length."""

_ALIKE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "\u00a0": " "})
_CAPTION = "[image:"
_MOST_CAPTIONS = 4
_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d"
_SENTENCE_END = re.compile(
    rf"(?<![.!?…])[.!?…]+[)\"'\]]{{0,3}}(?=[\s{_EMOJI}]|$)|(?<!\s)\s{{20,}}|(?<![\r\n])[\r\n]+|[。！？]+"
    rf"|(?<![{_EMOJI}])[{_EMOJI}]+"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|prof|vs|approx|no|inc|ltd|jr|sr)|e\.g|i\.e|\b[A-Z])\Z", re.IGNORECASE
)
_LONGEST_ABBREVIATION = 7

SUBJECT_WORD = (
    r"(?:i|i'm|im|i've|ive|i'll|i'd|we|we're|we've|we'll|we'd|he|she|they|it|it's|he's|she's|they're"
    r"|they've|you|you're|you've|there|there's|that's|this|who|everyone|nobody|everybody)"
)
_ADVERB = (
    r"(?:then|also|now|later|finally|afterwards|just|even|still|currently|luckily|sadly|recently|soon|instead|today|"
    r"yesterday|tomorrow|tonight|never|eventually|already|last \w+|this \w+|next \w+|on \w+|in \w+)"
)
_OPENER = re.compile(
    rf"(?:{_ADVERB},? ){{0,2}}(?:{SUBJECT_WORD}\b|(?:my|our|your|his|her|their)\b|(?:{'|'.join(sorted(FINITE))})\b"
    r"|(?:don't|didn't|can't|won't|haven't|hasn't|isn't|wasn't|am|is|are|was|were|have|has|had|will|can|could|would"
    r"|do|does|did)\b"
    r"|(?:the|a|an) (?:[\w'-]+ ){1,5}(?:is|was|are|were|has|have|costs?|told|says?|said|went|moved|will)\b"
    r"|(?-i:[A-Z])[\w'-]+ (?:(?:already|just|also|still|now|finally|recently|really) )?(?:(?:is|was|has|will|and i"
    r"|told|says?|said)\b|[\w-]+(?:ed|s)\b)"
    r"|(?:what|how|where|which|why|any)\b)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(
    r"(?<!\s)(?:\s*[;:()\[\]—–|]\s*(?!\d)|\s+-{1,3}\s+|\s*,\s+"
    r"|\s+(?=(?:because|although|though|unless|whenever|which|who|whose|whereas|and|but|so|then|while|when|where|as|"
    r"since|until|before|after|once|that|plus|if|or|cuz)\s))",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(
    r"(?P<word>because|although|though|unless|whenever|which|who|whose|whereas|and|but|so|then|while|when|where|as|"
    r"since|until|before|after|once|that|plus|if|or|cuz)\s+",
    re.IGNORECASE,
)
_ALWAYS = frozenset("because although though unless whenever which who whose whereas if cuz".split())
_BOUNDS = frozenset({"until", "since", "before", "after"})
_ALONG = re.compile(r"(?:I|me|my [\w-]+)\b", re.IGNORECASE)
_NAMED_TOO = re.compile(r"[A-Z][\w-]+\s")
_COMPANION = re.compile(r"(?:.*[,.] )?(?:[A-Z][\w-]+|[Mm]e|(?:my|our) [\w-]+(?: [A-Z][\w-]+)?)")
"""Before "and I" no clause of its own: "Ana and I"."""
_TIME_LEAD = re.compile(
    r"(?:and |but |so |well |also )?(?:(?:about|around|over|back|just|early|late|sometime|during|earlier) )?"
    r"(?:yesterday|today|tomorrow|tonight|now|recently|lately|(?:last|this|next|past) [\w' ]{1,20}"
    r"|(?:on|in|at|since|until|by|from|over|during) (?:the )?[\w' ]{1,20}|[\w-]+ (?:days?|weeks?|months?|years?) ago"
    r"|(?:a|the) (?:[\w-]+ ){1,3}(?:ago|back|day|week|month))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A clause [start, end) of the message, after the conjunction `lead` ("" where none; "," after a comma)."""

    start: int
    end: int
    text: str
    lead: str


def alike(text: str) -> str:
    """The text with one kind of apostrophe and quotation mark; every character keeps its place."""
    return text.translate(_ALIKE)


def own_words(text: str) -> str:
    """The text without the captions that readers of pictures append: those are no words of the speaker's."""
    for _ in range(_MOST_CAPTIONS):
        start = text.rfind(_CAPTION)
        if start < 0 or not text.rstrip().endswith("]"):
            break
        text = text[:start]
    return text


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the sentences, with the marks that end them."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        before = text[max(start, match.start() - _LONGEST_ABBREVIATION) : match.start()]
        if match[0] == "." and _ABBREVIATED.search(before) and match.end() < len(text):
            continue
        yield from _visible(text, start, match.end())
        start = match.end()
    yield from _visible(text, start, len(text))


def clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    """The clauses of the sentence [start, end), in order."""
    begin, lead = start, ""
    for match in _SEPARATOR.finditer(text, start, end):
        if match.start() < begin:
            continue
        word = _CONJUNCTION.match(text, match.end(), end)
        mark = match[0].strip()[:1] or match[0].strip()
        after = word.end() if word else match.end()
        opens = _OPENER.match(text, after, end) is not None
        said = word["word"].casefold() if word else mark or "-"
        opens = opens and not (said in _BOUNDS and _until_comma(text, after, end))
        if mark in (",", "") and not opens and said not in _ALWAYS:
            continue
        if mark == "," and not word and _TIME_LEAD.fullmatch(text, begin, min(match.start(), begin + 60)):
            continue
        if (
            said == "and"
            and (_ALONG.match(text, after) or _NAMED_TOO.match(text, after))
            and _COMPANION.fullmatch(text[begin : match.start()][-40:])
        ):
            continue
        yield from _clause(text, begin, match.start(), lead)
        begin, lead = after, said
    yield from _clause(text, begin, end, lead)


def _until_comma(text: str, start: int, end: int) -> bool:
    """Whether words about time stand up to the next comma: "until last year, then I moved"."""
    comma = text.find(",", start, min(end, start + 40))
    return comma > 0 and _TIME_LEAD.fullmatch(text, start, comma) is not None


def _clause(text: str, start: int, end: int, lead: str) -> Iterator[Clause]:
    for first, last in _visible(text, start, end):
        trimmed = text[first:last].rstrip(" \t.!?…,\"')")
        if trimmed:
            trimmed = trimmed[:MAX_CLAUSE_CHARS]
            yield Clause(first, first + len(trimmed), trimmed, lead)


def _visible(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[start:end]
    stripped = part.strip()
    if stripped:
        first = start + len(part) - len(part.lstrip())
        yield first, first + len(stripped)
