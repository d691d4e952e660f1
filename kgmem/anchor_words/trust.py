"""Which words that could be a time are one, by their case and their neighbours. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kgmem.anchor_words.vocabulary import DECADE_WORD, MONTH, PART, SEASON, WEEKDAY, YEAR


class Token(NamedTuple):
    """A word of a text, as written and plain, where it stands, and the marks that close it."""

    word: str
    plain: str
    start: int
    end: int
    close: str


LEADS = frozenset(
    """on in at during of over throughout from back sometime since until till til by before after ever starting as the
    up prior to year""".split()
)
HEDGES = frozenset(
    """about around roughly approximately almost nearly circa ca than every each few couple several some many most any
    another half not alternate other over under least last next""".split()
)
_NEAR = frozenset("around circa ca".split())
_PRICED = frozenset("cost costs pay pays paid spent weigh weighs weighed worth earn earns earned sold for".split())
_NAMES = frozenset("april may june august".split())
"""From June is from a person too."""
_POINTS = frozenset("in since during until till til before after throughout by".split())
_DATED = frozenset(
    """call conversation data email emails invoice leftovers letter letters log logs mail meeting message messages
    minutes news note notes order orders photo photos picture pictures recording report reports results snapshot video
    videos""".split()
)
"""The photos from Monday were taken then: from is no start."""
_WHOLE_NAMES = frozenset(
    """january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""".split()
)
_MOVING = ("last", "next", "past", "coming")
"""Behind the: the last week is the seven days up to some day, the next Friday is told from another."""
_TOLD_FROM_NOW = frozenset("today tonight yesterday tomorrow last this next".split())
"""What stands without a preposition; the at of where I help at yesterday is another's."""
_NOT_THE_DAY = frozenset(
    """black good easter ash cyber casual palm super fat shrove maundy a an one man next last first following
    previous week""".split()
)
_VERBS = frozenset("be have not seem also well take help need go come look sound never still".split())
_COUNTED = frozenset(
    """% percent people men women miles mile kilometers kilometres km kg lb lbs pounds meters metres m feet ft words
    steps pages times calories kcal dollars euros degrees hours minutes seconds days weeks months years of other
    different more users employees cases units items members students points votes copies square rpm mb gb bar
    psi""".split()
)


def trusted(tokens: Sequence[Token], before: str, after: Token | None, near: bool = False) -> bool:
    """Whether these words, which the grammar can read, are a time in this place; `near` where around is among them."""
    if near:
        at = next((number for number, token in enumerate(tokens) if token.plain in HEDGES), 0)
        prior = before if at else tokens[0].plain
        return before not in _PRICED and trusted([*tokens[:at], *tokens[at + 1 :]], prior, after)
    lead = [token.plain for token in tokens]
    core = [token for number, token in enumerate(tokens) if any(word not in LEADS for word in lead[: number + 1])]
    lead = lead[: len(tokens) - len(core)]
    if lead == ["from"] and before in _DATED:
        return False
    if not core or (core[0].plain in _MOVING and "the" in (before, *lead[-1:])):
        return False
    if core[0].plain in _TOLD_FROM_NOW and lead[-1:] in (["at"], ["in"], ["on"], ["of"]):
        return False
    if re.search(r"[0-9]$", core[-1].plain) and not core[-1].close and after and after.plain in _COUNTED:
        return False
    if len(core) == 1:
        return _alone(core[0], lead, before, after)
    words = [token.plain for token in core]
    dated = any(re.fullmatch(YEAR, word) for word in words)
    if words[-1] in ("half", "quarter") and words[-2] not in ("last", "this", "next"):
        return False
    if words[0] in ("a", "an") and (words[1] == "second" or (words[1] in ("minute", "day") and "in" in lead)):
        return False
    if not lead and re.fullmatch(rf"{WEEKDAY} {PART}", " ".join(words)) and _named_on(core[-1], after):
        return False
    if words[-2] == "this" and after and (after.plain in _VERBS or after.plain[:1].isdigit()):
        return False
    if not dated and all(re.fullmatch(r"[0-9]+|and|to|-|through", word) for word in words):
        return False
    return all(_sure(token, dated, lead) for token in core)


def _sure(token: Token, dated: bool, lead: Sequence[str]) -> bool:
    """In company: may, march and short names count with a capital, or beside a year."""
    if not re.fullmatch(rf"{MONTH}|{WEEKDAY}", token.plain):
        return True
    if token.plain in _WHOLE_NAMES and token.plain not in ("may", "march"):
        return True
    return token.word.lstrip("(")[0].isupper() or (dated and token.plain not in ("sun", "sat")) or lead[-1:] == ["on"]


def _alone(token: Token, lead: Sequence[str], before: str, after: Token | None) -> bool:
    """Without company: a name or number must stand behind a preposition of time."""
    word, behind = token.plain, next((each for each in reversed(lead) if each != "the"), "")
    behind = behind or (before if before in _NEAR else "")
    if re.fullmatch(MONTH, word):
        capital = token.word[0].isupper()
        named = word in _WHOLE_NAMES and (capital or behind in ("in", "since") or word not in ("may", "march"))
        points = _POINTS | _NEAR | {"starting"} | ({"from"} if word not in _NAMES else set())
        return behind in points and (named or capital) and not token.close.startswith(("'s", "’s"))
    if re.fullmatch(WEEKDAY, word):
        return word in _WHOLE_NAMES and before not in _NOT_THE_DAY and (bool(behind) or not _named_on(token, after))
    if re.fullmatch(SEASON, word):
        return behind in ("in", "during", "since", "starting") or (behind in _POINTS and lead[-1:] == ["the"])
    if re.fullmatch(r"[+-]?[0-9]+", word):
        year = re.fullmatch(YEAR, word) and int(word) >= 1500
        return bool(year) and behind in _POINTS | _NEAR | {"from", "of", "year", "starting"}
    if re.fullmatch(rf"'?[0-9]0'?s|{DECADE_WORD}", word):
        return "the" in lead and not (after and after.plain in _COUNTED)
    if re.fullmatch(r"'[0-9]{2}|[qh][1-4]|[0-9]{4}-[0-9]{2}", word):
        return behind in _POINTS and (word[0] != "h")
    if span := re.fullmatch(r"([0-9]{4})-([0-9]{2,4})", word):
        return behind != "" or (1900 <= int(span[1]) < 2100 and len(span[2]) == 4)
    return True


def _named_on(token: Token, after: Token | None) -> bool:
    """Whether a name goes on behind it, as in Wednesday Addams."""
    return after is not None and not token.close and after.word[:1].isupper() and after.word != "I"
