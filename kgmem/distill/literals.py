"""Law S2: quotes and literals. Pure.

A quote occurs in the text it cites after folding of white space, quotation marks and NFKC. Numbers, units and codes
of a statement occur in its support, in canonical form (1,200 is 1200, 8.20 is 8.2, two is 2 with a warning).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from kgmem.anchors import Interval

_QUOTES = str.maketrans(dict.fromkeys("‘’‚‛′`´", "'") | dict.fromkeys("“”„‟″«»", '"'))
_SIGNS = str.maketrans(dict.fromkeys("‐‑−", "-") | {"⁄": "/"})  # as word processors write P-101, -5 and 1/2
_GROUPED = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")  # 1 200 with a space that does not break
_ORDINAL = re.compile(r"(?<![\w.\-])(\d+)(?:st|nd|rd|th)\b")
_ONE = "1"
"""The word for it is mostly a pronoun: it can support the number, and a statement's needs no support."""
_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
_NUMBER_WORDS = {word: str(number) for number, word in enumerate(_WORDS, start=1)}
_UNITS = {
    alias: names.split()[0]
    for names in (
        "% percent pct", "bar bars", "psi", "pa", "kpa", "mpa megapascal megapascals", "mbar",
        "°c celsius degc", "°f fahrenheit degf", "k kelvin",
        "mm millimetre millimetres millimeter millimeters", "cm centimetre centimetres centimeter centimeters",
        "m metre metres meter meters", "km kilometre kilometres kilometer kilometers", "mile miles mi",
        "g gram grams", "kg kilogram kilograms kilo kilos", "t tonne tonnes", "lb lbs pound pounds",
        "ml millilitre millilitres", "l litre litres liter liters", "m3 m³", "m3/h m³/h", "l/min", "rpm", "hz", "khz",
        "mhz", "ghz", "v volt volts", "a amp amps ampere", "w watt watts", "kw kilowatt kilowatts",
        "mw megawatt megawatts", "milliwatt milliwatts", "millipascal millipascals",
        "kwh", "mwh", "mg milligram milligrams", "µg mcg", "mmhg", "bpm", "s sec second seconds", "min minute minutes",
        "h hr hour hours", "day days", "week weeks", "month months", "year years", "$ usd dollar dollars",
        "€ eur euro euros", "£ gbp", "¥ jpy yen", "nok", "sek", "dkk", "mbps", "gbps", "kb", "mb", "gb", "tb",
    )
    for alias in names.split()
}  # fmt: skip
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATES = [
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{2})(?:-(?P<d>\d{2})(?:[t ]\d{2}:\d{2}(?::\d{2})?z?)?)?\b"),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<n>{_MONTH})\.?,? (?P<y>\d{{4}})\b"),
    re.compile(rf"\b(?P<n>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})\b"),
    re.compile(rf"\b(?P<n>{_MONTH})\.?,? (?P<y>\d{{4}})\b"),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<n>{_MONTH})\b"),
    re.compile(rf"\b(?P<n>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.,]?\d)"),
    re.compile(r"\b(?P<y>(?:19|20)\d{2})\b(?!-\d)"),
]
_SIGN = r"[$€£¥]"
_NUMBER = re.compile(
    rf"(?<![\w.\-/])(?P<sign>{_SIGN})?(?P<number>[+-]?\d+(?:,\d{{3}})*(?:\.\d+)?)(?:\s?(?P<unit>[%°µ]?[a-z³]*(?:/[a-z]+)?))?"
    r"(?![\w-])"
)
_HYPHENATED = re.compile(r"(?<![\w.\-])(\d+(?:\.\d+)?)-(?=[a-z])")  # a 30-minute walk holds the number 30
_CODE = re.compile(r"[^\W_]+(?:[-_/.:#][^\W_]+)*")


_CASED_UNITS = {"mW": " milliwatt", "MW": " megawatt", "mPa": " millipascal", "MPa": " megapascal"}
"""Units that differ in case only, spelled out before case is folded."""
_CASED = re.compile(r"(?<![^\W\d_])(?:mW|MW|mPa|MPa)(?![^\W_])")


class Literals(NamedTuple):
    """Numbers with their unit (None where bare), number words, and codes such as P-101A, all in canonical form."""

    numbers: frozenset[tuple[str, str | None]]
    words: frozenset[str]
    codes: frozenset[str]


def fold(text: str) -> str:
    """Text as quotes are compared: NFKC, one kind of quotation mark, white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).split())


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text` as [start, end) of the original characters, or None where it does not."""
    exact = text.find(quote)
    if exact >= 0:
        return exact, exact + len(quote)
    folded = fold(quote)
    if not folded or folded not in fold(text):
        return None
    starts, ends = _word_spans(text)
    for first in range(len(starts)):
        for last in range(first, min(len(starts), first + folded.count(" ") + 1)):
            if folded in fold(text[starts[first] : ends[last]]):
                return starts[first], ends[last]
    return 0, len(text)


def literals(text: str) -> Literals:
    """The numbers, number words and codes of a text."""
    lowered = _ORDINAL.sub(r"\1", _HYPHENATED.sub(r"\1 ", _plain(text)))
    numbers, spans = set(), []
    for match in _NUMBER.finditer(lowered):
        unit = _UNITS.get(match["sign"] or match["unit"] or "")
        numbers.add((_canonical(match["number"]), unit))
        spans.append(match.span("number"))
    codes = set()
    for match in _CODE.finditer(lowered):
        word = match[0]
        is_number = any(start <= match.start() and match.end() <= end for start, end in spans)
        if any(c.isdigit() for c in word) and not is_number and not _measured(word):
            codes.add(word)
    words = {_NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", lowered) if word in _NUMBER_WORDS}
    return Literals(frozenset(numbers), frozenset(words), frozenset(codes))


def missing_literals(statement: str, support: Iterable[str], times: Iterable[Interval]) -> tuple[list[str], list[str]]:
    """What a statement says that its support does not: (missing, only spelled differently).

    Dates of the statement that one of `times` (its anchor, its messages) resolves to are excepted.
    """
    said = literals(_without_dates(statement, list(times)))
    seen = literals("\n".join(support))
    plain = {number for number, _ in seen.numbers}
    units = {unit for _, unit in seen.numbers if unit} | _unit_words("\n".join(support))
    bare = {number for number, unit in seen.numbers if unit is None}
    missing, respelled = [], []
    for number, unit in sorted(said.numbers, key=str):
        if (number, unit) in seen.numbers or (unit is None and number in plain):
            continue
        if number in bare and unit in units:
            continue
        if number in seen.words and (unit is None or unit in units):
            respelled.append(number)
        else:
            missing.append(f"{number} {unit}" if unit else number)
    for number in sorted(said.words - seen.words - {_ONE}):
        (respelled if number in plain else missing).append(number)
    numbers_in_codes = {_canonical(code) for code in seen.codes if code.replace(".", "").isdigit()}
    missing += sorted(code for code in said.codes - seen.codes if code not in numbers_in_codes)
    return missing, respelled


def _plain(text: str) -> str:
    """Text as literals are compared: folded, in lower case, with one kind of hyphen and none inside a number."""
    cased = _CASED.sub(lambda match: _CASED_UNITS[match[0]], text)
    return fold(_GROUPED.sub("", cased)).translate(_SIGNS).casefold()


def _canonical(number: str) -> str:
    number = number.replace(",", "").lstrip("+")
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    sign, digits = ("-", number[1:]) if number.startswith("-") else ("", number)
    return sign + (digits.lstrip("0") if not digits.startswith("0.") else digits) if digits.strip("0.") else "0"


def _measured(word: str) -> bool:
    """12kg is a number with its unit, no code."""
    match = re.fullmatch(r"\d+(?:\.\d+)?([a-zµ]+(?:/[a-z]+)?)", word)
    return bool(match and match[1] in _UNITS)


def _unit_words(text: str) -> set[str]:
    return {_UNITS[word] for word in re.findall(r"[%$€£¥]|[°µ]?[a-z³]+(?:/[a-z]+)?", _plain(text)) if word in _UNITS}


def _without_dates(statement: str, times: list[Interval]) -> str:
    text = _plain(statement)
    for pattern in _DATES:
        text = pattern.sub(lambda match: " " if _resolved(match, times) else match[0], text)
    return text


def _resolved(match: re.Match[str], times: list[Interval]) -> bool:
    part = {name: value for name, value in match.groupdict().items() if value is not None}
    month = _MONTHS[part["n"]] if "n" in part else int(part["m"]) if "m" in part else None
    return any(
        ("y" not in part or int(part["y"]) == time.start.year)
        and (month is None or month == time.start.month)
        and ("d" not in part or int(part["d"]) == time.start.day)
        for time in times
    )


def _word_spans(text: str) -> tuple[list[int], list[int]]:
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    return [start for start, _ in spans], [end for _, end in spans]
