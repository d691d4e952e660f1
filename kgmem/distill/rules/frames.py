"""Stretches of a message that are not the speaker's words about this world: of others, or dreamt. Pure.

What such words open holds to the end of the line: a dream or a letter goes on after its first sentence.
"""

from __future__ import annotations

import bisect
import re

from kgmem.distill.rules import grammar

_STAMP = r"[\[(]?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]m)?[\])]?,?[ \t](?:-[ \t])?"
_LABEL = re.compile(
    rf"(?:^|(?<=[.!?\n]))[ \t]*(?:{_STAMP})?[-*\[(]?(?P<who>[A-Z][\w.'-]{{0,30}}(?: [A-Z][\w.'-]{{0,30}}){{0,2}})[\])]?"
    r"(?:[ \t][\[(][^\])\n]{1,20}[\])])?[ \t]?:[ \t]+(?=\S)",
    re.MULTILINE,
)
_PARTIES = frozenset("me you him her he she them they us user assistant human bot ai q a from fwd forwarded".split())
_TOPICS = frozenset(
    "ps p.s edit reminder btw fyi tldr result results conclusion confession spoiler address location email phone "
    "status bonus intro background context summary question answer job home hobbies likes dislikes info "
    "warning recap".split()
)
_PERSONAL = re.compile(r"(?:I|I'm|I've|I'll|my|we|we're|we've|our)\b", re.IGNORECASE)
_WRITTEN = re.compile(
    r"(?:\b(?:wrote|writes|writing|texted|texts|messaged|emailed|mailed|tweeted|posted|commented|replied|answered|"
    r"asked|shouted|yelled|goes|went like|reads|read|says|said|tells|told)|(?<=\w )(?:joke|story|song|poem|saying|"
    r"motto|slogan|chorus|lyrics|quote|line|message|note|letter|voicemail|sms|text|caption|headline|sign|post|tweet))\b"
    r"[^:.!?\n]{0,40}:(?=\s)",
    re.IGNORECASE,
)
_TALE = (
    r"dreams?|nightmares?|novels?|books?|movies?|films?|stor(?:y|ies)|comics?|manga|fantasy|simulation|role-?play|rpg"
)
_NO_TALE = r"(?! (?:club|shop|store|group|industry|business|festival|fair|department)\b)"
_UNREAL = re.compile(
    rf"\bin (?:my|the|a|this|that|his|her|our|one|another|some) (?:(?!of\b)\w+ ){{0,2}}(?:{_TALE})\b{_NO_TALE}|"
    r"(?:^|(?<=[.!?,] ))in (?:the|this|my|a|that|our) (?:\w+ ){0,2}(?:game|series|show|episode|play|poem|song|script|"
    r"screenplay|joke|fairy ?tale|myth|legend|campaign|universe|sketch|musical)\b|"
    r"\b(?:in|on) (?:The Sims|Minecraft|Skyrim|Stardew Valley|Animal Crossing|GTA|World of Warcraft|D&D|Second Life)\b|"
    r"\bin my (?:\w+ )?(?:head|mind|imagination|fantas(?:y|ies))\b|\bon paper\b|\b(?:role-?)?playing as\b|"
    r"\bmy (?:character|avatar|sim|persona)\b|"
    r"\bin (?:another|a previous|a past|my next|a different) life\b|"
    r"\b(?:had|having) (?:a|this|the|another) (?:\w+ ){0,2}(?:dream|nightmare)\b|"
    r"\bdream(?:ed|t) (?:that|about|last|i|we)\b",
    re.IGNORECASE | re.MULTILINE,
)
_PASTED = re.compile(
    r"\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase|correct|edit|polish|shorten|classify|"
    r"continue this|the following|this text|essay|paragraph|email|letter|lyrics|quote|transcript|reads|caption|"
    r"title|example|prompt|scenario|dialogue|bio|role ?play)\b[^.!?\n]{0,80}:(?=\s)",
    re.IGNORECASE,
)
_FENCE = "```"
_SPEECH = re.compile(r"\b(?:I|I'm|I've|we|you|he|she|they|is|was|are|my|were|have|has)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?\n]|\Z")


def foreign(text: str) -> list[tuple[int, int]]:
    """The spans of such words: after a label to the end of the message, a letter or a dream to the end of its line,
    what is only called a book's or a film's by the way to that of its sentence."""
    label = next((match.start() for match in _LABEL.finditer(text) if _speaks(match)), len(text))
    spans = [(label, len(text))] if label < len(text) else []
    end = 0
    for match in _WRITTEN.finditer(text, 0, label):
        if match.end() >= end:
            end = _line_end(text, match.end())
            spans.append((match.end(), end))
    end = 0
    for match in _UNREAL.finditer(text, 0, label):
        if match.start() >= end:
            begin = max(end - 1, *(text.rfind(mark, end, match.start()) for mark in ".!?\n")) + 1
            goes_on = not text[begin : match.start()].strip() or "dream" in match[0].casefold()
            end = _line_end(text, match.end()) if goes_on else _sentence_end(text, match.end())
            spans.append((begin, end))
    return spans


def _sentence_end(text: str, start: int) -> int:
    match = _SENTENCE_END.search(text, start)
    return match.start() if match else len(text)


def _speaks(label: re.Match[str]) -> bool:
    who = label["who"].casefold()
    if who in _PARTIES:
        return True
    topic = who.split()[0] in grammar.NO_NAMES | _TOPICS or any(character.isdigit() for character in who)
    return not topic and _PERSONAL.match(label.string, label.end()) is not None


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def quoted(text: str) -> list[tuple[int, int]]:
    """Spans that are somebody's words repeated: in double quotation marks, on lines that start with >, in fences, and
    what follows "translate:" and the like. A title in quotation marks is none: it holds no "I" and no verb of being."""
    spans = []
    marks = [index for index, character in enumerate(text) if character in '"«»']
    for first, last in zip(marks[::2], marks[1::2], strict=False):
        if _SPEECH.search(text, first, last):
            spans.append((first, last + 1))
    fences = [match.start() for match in re.finditer(_FENCE, text)]
    spans += list(zip(fences[::2], [*fences[1::2], len(text)], strict=False))
    spans += [match.span() for match in re.finditer(r"^[ \t]*>.*$", text, re.MULTILINE)]
    spans += foreign(text)
    if pasted := _PASTED.search(text):
        spans.append((pasted.end(), len(text)))
    return spans


def merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, those that overlap as one."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return found


def within(spans: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether any of the spans, which are `merged`, has a part of [start, end)."""
    place = bisect.bisect_left(spans, (end,)) - 1
    return place >= 0 and spans[place][1] > start
