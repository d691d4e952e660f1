"""The English words of time and what they count. Pure; the patterns expect lower case."""

from __future__ import annotations

MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
WEEKDAY = (
    r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?"
)
SEASON = r"(?:spring|summer|autumn|fall|winter)"
PART = r"(?:early |late |mid-?)?(?:morning|afternoon|evening|night|lunchtime)"
YEAR = r"(?:1[0-9]{3}|20[0-9]{2}|21[0-9]{2})"
SHORT_YEAR = r"'[0-9]{2}"
UNIT = r"(?:day|week|weekend|fortnight|month|quarter|year|wk|yr)"
CLOCK_UNIT = r"(?:second|minute|hour|sec|min|hr)"
_SHORT_UNITS = {"wk": "week", "yr": "year", "sec": "second", "min": "minute", "hr": "hour"}

_ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_COUNTS = {
    **{word: number for number, word in enumerate([*_ONES, "seventeen", "eighteen", "nineteen"], start=1)},
    **{"a": 1, "an": 1},
}
_COUNTS |= {
    ten + one: number + (_COUNTS[one[1:]] if one else 0)
    for ten, number in {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}.items()
    for one in ("", *(f"-{one}" for one in _ONES[:9]))
}
_DECADES = {
    **{"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70},
    **{"eighties": 80, "nineties": 90},
}
_DAYS = {
    **{word: number for number, word in enumerate(_ORDINALS, start=1)},
    **{f"twenty-{word}": 20 + number for number, word in enumerate(_ORDINALS[:9], start=1)},
    **{"thirtieth": 30, "thirty-first": 31},
}


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


COUNT = rf"(?:[0-9]{{1,3}}|{_any(_COUNTS)})"
DAY = rf"(?:(?:[12][0-9]|3[01]|0?[1-9])(?:st|nd|rd|th)?|{_any(_DAYS)})"
DECADE_WORD = rf"(?:{_any(_DECADES)})"


def month_number(word: str) -> int:
    """1 for jan, January or jan."""
    return "jan feb mar apr may jun jul aug sep oct nov dec".split().index(word[:3]) + 1


def weekday_number(word: str) -> int:
    """0 for Monday, as in `datetime.weekday`."""
    return "mon tue wed thu fri sat sun".split().index(word[:3])


def unit_name(word: str) -> str:
    """minute for min."""
    return _SHORT_UNITS.get(word, word)


def count(word: str) -> int:
    """A number in digits or words; a and an are one."""
    return _COUNTS.get(word) or int(word)


def day_number(word: str) -> int:
    """The day of a month: 8, 8th or eighth."""
    return _DAYS.get(word) or int(word.rstrip("stndrh"))


def decade_number(word: str) -> int:
    """90 for nineties, 90s or '90s."""
    return _DECADES.get(word) or int(word.strip("'s"))
