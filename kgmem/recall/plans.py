"""Law P5: the shape of a question and the form of its answer, told from its words and from what was found. Pure.

A plan decides how candidates are ordered, how many statements an answer has, whether it tells times, and how much of a
context is kept for paths. Only English words are known; a question in another language is `factual`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from kgmem.recall.context import PATH_SHARE

Shape = Literal["temporal", "preference", "multi_hop", "current_state", "past_state", "factual", "off"]
Form = Literal["thing", "time", "duration", "frequency", "yes_no", "list", "count", "change", "summary"]

STATEMENTS = 3
"""Of an answer that tells one thing."""
STATEMENTS_OF_A_LIST = 10
"""Of one that tells several, or how something changed."""
PATH_SHARE_OF_SEVERAL_STEPS = 0.4
"""Of a context, for paths where one message does not hold the answer."""
MAX_WORDS = 64
"""Words of a question in which its shape and its time are looked for, at a cost that is quadratic in them."""


class Plan(NamedTuple):
    """How a question is answered; `shape` is what results report."""

    shape: Shape
    form: Form = "thing"

    @property
    def statements(self) -> int:
        """How many claims an answer tells at most."""
        several = self.form in ("list", "count", "change", "summary", "frequency")
        return STATEMENTS_OF_A_LIST if several else STATEMENTS

    @property
    def times(self) -> bool:
        """Whether each statement says when."""
        return self.shape == "temporal" or self.form == "change"

    @property
    def path_share(self) -> float:
        """Of a context, the share kept for paths: more where they join what no message says in one place."""
        return PATH_SHARE_OF_SEVERAL_STEPS if self.shape in ("multi_hop", "temporal") else PATH_SHARE


OFF = Plan("off")
"""Every question alike, for ablation."""


class Found(Protocol):
    """A claim as the shape of a question may depend on it."""

    @property
    def coverage(self) -> float:
        """How much of the question it speaks of."""

    @property
    def functional(self) -> bool:
        """Whether one of its kind holds at a time."""

    @property
    def ended(self) -> bool:
        """Whether it has an end."""

    @property
    def is_preference(self) -> bool:
        """Whether it says what somebody likes."""


_WORD = re.compile(r"\w+")
_OPENING = r"^\W*(?:(?:and|so|but|ok|okay|well|please|then)\W+)*"
_AUXILIARY = r"(?:did|do|does|is|are|was|were|has|have|had|will|would|can|could|should|am)"
_SETTLED = r"settled?|decided?|agreed?|discuss(?:ed)?|talk(?:ed)? about|cover(?:ed)?|concluded?|arranged?"
_PLURAL = r"(?!(?:ac|proc|succ)cess)\w{2,}[^su\W]s"
_FORMS: tuple[tuple[Form, tuple[str, ...]], ...] = (
    ("duration", (
        rf"{_OPENING}(?:for )?how long\b",
        r"\bhow many (?:days|weeks|months|years|hours) (?:ago|did|has|have|was)\b",
    )),
    ("frequency", (rf"{_OPENING}how (?:often|frequently)\b", r"\bhow many times\b")),
    ("time", (
        rf"{_OPENING}(?:(?:since|until|till|by|from) )?when(?: exactly)? {_AUXILIARY}\b",
        rf"{_OPENING}(?:since|until) when\b",
        rf"{_OPENING}(?:(?:in|on|at|since|by) )?(?:what|which) (?:exact )?(?:date|day|month|year|time|week|season)\b",
        r"\bwhat(?:'s| is| was) the date\b",
    )),
    ("summary", (
        rf"{_OPENING}summar(?:y|ise|ize)\b",
        rf"{_OPENING}what (?:did|have|had) (?:we|they|you|i)\b.*\b(?:{_SETTLED})\b",
        rf"{_OPENING}what (?:was|were) (?:{_SETTLED})\b",
        rf"{_OPENING}what happened in (?:the|our|that|this) (?:session|meeting|call|conversation|chat)\b",
    )),
    ("change", (
        r"\b(?:how|what)\b.*\b(?:chang(?:e|ed|es|ing)|evolv\w+|develop(?:ed)? over|progress(?:ed)?)\b",
        r"\bover (?:time|the years)\b|\bhistory of\b",
    )),
    ("count", (rf"{_OPENING}how many\b",)),
    ("list", (
        rf"{_OPENING}(?:list|name (?:all|the|some)|who all|what (?:all|are|were)|who (?:are|were)|which are)\b",
        rf"{_OPENING}(?:what|which)(?: (?:kinds?|types?|sorts?) of)?(?: \w+){{0,2}} {_PLURAL} {_AUXILIARY}\b",
    )),
    ("yes_no", (rf"{_OPENING}(?:is|are|was|were|do|does|did|has|have|had)(?:n't)?\b(?!.*\bor\b)",)),
)  # fmt: skip
_SHAPES: tuple[tuple[Shape, tuple[str, ...]], ...] = (
    ("past_state", (
        r"\b(?:used to|previous(?:ly)?|former(?:ly)?|originally|initially|at first|back then|in the past)\b",
        r"\b(?:before|until|prior to)\b",
    )),
    ("current_state", (
        r"\b(?:now(?:adays)?|currently|current|these days|at (?:present|the moment)|right now|as of today)\b",
        r"\b(?:still|any ?more|latest|newest|most recent(?:ly)?|so far|status)\b",
    )),
    ("preference", (
        r"\b(?:favou?rites?|prefers?|preferred|preferences?|tastes? in|fond of|keen on|recommend|suggest)\b",
        r"\b(?:do|does|did|would|might|will|can|could)\b.*\b(?:likes?|enjoys?|loves?|hates?|dislikes?|want|rather)\b",
    )),
    ("multi_hop", (
        r"\b(?:why|how come|caused?|because|led to|leads? to|as a result|results? (?:of|in)|consequences?)\b",
        r"\b(?:in common|both|relationship between|connection between|affects?|affected|stops? if)\b",
        r"\bhappens? (?:if|when)\b",
    )),
)  # fmt: skip
_LATER = (
    r"\b(?:after|since|later|eventually|finally|instead|no longer|any ?more|still|status)\b",
    r"\b(?:end(?:ed|s)? up|turn(?:ed|s)? out|becom\w+|became|gr[eo]wn? into|new)\b",
)
_OF_FORM = {
    "change": re.compile(r"\b(?:chang\w+|evolv\w+|progress\w*|over (?:time|the years)|history of)\b", re.IGNORECASE),
    "summary": re.compile(
        rf"\b(?:{_SETTLED}|summar\w+|sessions?|meetings?|calls?|conversations?|chats?)\b", re.IGNORECASE
    ),
}
_LOVE = re.compile(r"\b(?:love|enjoy|adore)\b", re.IGNORECASE)
_HATE = re.compile(r"\b(?:hate|dislike|detest|loathe|despise)\b", re.IGNORECASE)
_TIMED: frozenset[Form] = frozenset({"time", "duration", "frequency"})


def opening(question: str) -> str:
    """The question as far as its shape and its time are looked for."""
    last = next(itertools.islice(_WORD.finditer(question), MAX_WORDS - 1, None), None)
    return question[: last.end()] if last else question


def of(question: str) -> Plan:
    """The plan that its first words alone ask for."""
    text = " ".join(opening(question).lower().replace("’", "'").split())
    form: Form = next((form for form, patterns in _FORMS if _speaks(patterns, text)), "thing")
    if form in _TIMED:
        return Plan("temporal", form)
    shape: Shape = next((shape for shape, patterns in _SHAPES if _speaks(patterns, text)), "factual")
    return Plan(shape, form)


def later(question: str, plan: Plan) -> bool:
    """Whether it asks how things turned out, or how they stand after something else, where later messages tell; not
    what was before, whatever else it says."""
    return plan.shape not in ("off", "past_state") and _speaks(_LATER, opening(question).lower())


def matter(question: str, plan: Plan) -> str:
    """The question without the words that only ask for a form: how her work has changed is about her work. Whether
    somebody loves a thing asks the same as whether they like it, and hating it is not liking it."""
    if plan.form == "yes_no":
        return _LOVE.sub("like", _HATE.sub("not like", question))
    return _OF_FORM[plan.form].sub(" ", question) if plan.form in _OF_FORM else question


def seen(plan: Plan, found: Iterable[Found], *, past: bool) -> Plan:
    """The plan in the light of what was found: a question without a word of it is about a state where the claims that
    speak of most of it can change and did, a preference where they are preferences and it is no yes or no, of several
    steps where none speaks of all. `past` says that it is about a moment that is over."""
    if plan.shape in ("off", "temporal"):
        return plan
    if past:
        return plan._replace(shape="past_state")
    if plan.shape != "factual":
        return plan
    claims = list(found)
    most = max((one.coverage for one in claims), default=0.0)
    best = [one for one in claims if one.coverage and one.coverage >= most - _NEAR]
    if any(one.functional or one.ended for one in best):
        return plan._replace(shape="current_state")
    if best and plan.form != "yes_no" and all(one.is_preference for one in best):
        return plan._replace(shape="preference")
    partial = [one for one in claims if 0 < one.coverage < _WHOLE]
    if best and most < _WHOLE and len(partial) > 1:
        return plan._replace(shape="multi_hop")
    return plan


def _speaks(patterns: Iterable[str], text: str) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)


_NEAR = 0.05
_WHOLE = 0.6
"""Coverage below which no claim answers alone."""
