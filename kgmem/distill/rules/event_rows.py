"""The tables of events: what people prefer, plan and did; and the guesses of liberal mode."""

from __future__ import annotations

from collections.abc import Iterable

from kgmem.distill.rules.patterns import row
from kgmem.distill.rules.verbs import ACTIONS

_EVENT = (
    r"(?:appointment|meeting|interview|flight|reservation|exam|date|concert|gig|show|surgery|operation|check-up|"
    r"checkup|tournament|match|wedding|conference|class|lesson|presentation|recital|audition|race|viewing|trip|call|"
    r"scan|session|booking|deadline|performance|competition|test|hearing|picnic|party|barbecue|game|visit)"
)

PREFERENCES = (
    row("dislikes", "preference", "plain do", r"hates?|dislikes?|detests?|loathes?|despises?", "liked", listed=True),
    row("dislikes", "preference", "modal", r"stand|bear", "liked", listed=True),
    row("prefers", "preference", "plain do", r"prefers?", "preferred"),
    row("likes", "preference", "plain do", r"(?:likes?|loves?|adores?|enjoys?)", "liked", listed=True),
    row("likes", "preference", "be been",
         r"(?:such )?(?:a |an )?(?:big |huge |massive |total |real |great |lifelong |long-time )?(?:fan of|lover of)|"
         r"(?:really |very |super )?(?:into|fond of|keen on|passionate about|obsessed with|crazy about)",
         "liked", listed=True),
)  # fmt: skip

PLANS = (
    row("plans", "plan", "plain do be been have", r"plans? (?:to|on)|planning (?:to|on)|intends? to"
                                                   r"|intending to|"
         r"decided to(?= (?:move|visit)\b)", "deed"),
    row("plans", "plan", "have be", r"planned to", "deed"),
    row("plans", "plan", "be plain", r"planning(?= (?:a|an|our|my|the) )", "event"),
    row("plans", "plan", "will", "", "definite"),
    row("plans", "plan", "will", "", "deed", dated=True),
    row("plans", "plan", "plain have", r"(?:booked|reserved)", "event"),
    row("plans", "plan", "plain have be",
         r"signed up (?:for|to)|(?:enrolled|registered) (?:in|for)|scheduled", "event"),
    row("plans", "plan", "have do", rf"(?:have )?(?:got )?(?=(?:an?|my|our|another|two"
                                     rf"|the) (?:[\w'-]+ ){{0,3}}{_EVENT}\b)",
         "event", dated=True),
    row("plans", "plan", "have", r"(?=(?:coffee|lunch|dinner|drinks|breakfast|brunch) with )", "event", dated=True),
    row("plans", "plan", "plain have", r"(?:called off|scrapped|dropped the (?:idea|plan) of|backed out of"
                                        r"|pulled out of)",
         "event", "end"),
    row("plans", "plan", "be", r"(?=moving to|going to [A-Z])", "doing"),
    row("plans", "plan", "be", r"", "doing", dated=True),
)  # fmt: skip

_DONE = {verb: verb for verb in ACTIONS if verb not in ("went", "decided", "took", "taken", "given", "gave")}
DEEDS = (
    row("decide", "action", "plain have", r"decided(?: to)?(?= )", "decision"),
    row("buy", "action", "plain have", r"bought|purchased", "for_another"),
    row("attend", "action", "plain", r"took part in|taken part in|participated in", "thing"),
    row("visit", "action", "plain have",
         r"(?:went|gone|been)(?: back)?(?: on a trip| out| over| down| up)? to", "visited"),
    row("go", "action", "plain", r"went(?= \w+ing\b)", "outing"),
    row("graduate", "action", "plain have", r"graduated from", "organisation"),
    row("take", "action", "plain", r"took(?= (?:my|our|the) )", "done", dated=True),
    row("take", "action", "plain", r"took up|gave up", "thing"),
    row("return", "action", "plain have be", r"(?:got|came|come|returned|gotten|coming|back) (?:back )?from"
         r"(?= (?:an?|my|our) )|back from(?= (?:an?|my|our) )", "done"),
    row("join", "action", "plain have", r"joined(?= (?:a|an|the|my|our) )", "done"),
    row("go", "action", "plain", r"went on(?= (?:a|an|another|my|our) )", "done"),
    row("have", "action", "have", rf"(?=(?:an?|my|our|another) (?:[\w'-]+ ){{0,3}}{_EVENT}\b)", "done",
        dated=True),
    row("take", "action", "plain", r"took(?= (?:a|an|another|my|the) (?:[\w'-]+ ){0,3}(?:class|course|lesson|trip"
         r"|test|exam"
        r"|workshop|tour)\b)", "done"),
    row("play", "action", "be been", r"playing(?= [\"'])", "title"),
    row("visit", "action", "plain have", r"spent (?:the|a|my|our) (?:\w+ )?(?:weekend|week|day|summer|winter"
         r"|holidays?|month"
        r"|year|vacation|christmas|easter|afternoon|evening|night) (?:in|at|with)", "visited"),
    row("return", "action", "be", r"back from(?= (?-i:[A-Z]))", "visited"),
    row("travel", "action", "plain have", r"(?:travelled|traveled|flew|drove|hitchhiked|sailed|cycled) to", "visited"),
    row("decline", "action", "plain have", r"turned down", "done"),
    row("do", "action", "do", r"(?=(?:the|an?|my|our) )", "done", dated=True),
    row("get", "action", "plain have",
         r"(?:got|received|earned)(?= (?:a|an|my|the|her|his) (?:[\w'-]+ ){0,3}(?:promotion|raise|degree|licence"
         r"|license"
         r"|diploma|certificate|certification|scholarship|visa|grant|tattoo|award|patent|permit|citizenship|residency"
         r"|green card)\b)", "done"),
    row("give", "action", "plain have",
         r"gave(?= (?:a|an|my|the) (?:[\w'-]+ ){0,3}(?:talk|presentation|speech|lecture|concert|workshop"
         r"|lesson)\b)", "done"),
    row("meet", "action", "plain", r"(?:had|grabbed) (?:coffee|lunch|dinner|drinks|breakfast|brunch|a drink|a beer|tea"
         r"|a coffee) with|ran into|bumped into|caught up with|met up with|hung out with", "person"),
    row("meet", "action", "have", r"(?:had )?(?:coffee|lunch|dinner|drinks|breakfast|brunch|a drink|a beer|tea"
         r"|a coffee) with", "person"),
    row("volunteer", "action", "plain have", r"volunteered (?:at|with|for)", "organisation"),
    row("learn", "action", "be been", r"learning(?: to| how to)?", "thing"),
    row("read", "action", "be been", r"reading", "title"),
)  # fmt: skip
_SAYS_LITTLE = frozenset(
    "made found saw seen tried picked read watched caught changed cooked lost learned learnt chose chosen opened "
    "improved received earned achieved explored accepted reached gave beat raised discovered cleaned".split()
)
"""Verbs whose objects are mostly of the moment: kept with a date, or when the object has a name."""


def _any_of(verbs: Iterable[str]) -> str:
    return rf"(?P<verb>{'|'.join(sorted(verbs, key=lambda verb: (-len(verb), verb)))})(?: up)?"


BY_VERB = (
    row("", "action", "plain have", _any_of(_DONE.keys() - _SAYS_LITTLE), "done"),
    row("", "action", "plain have", _any_of(_DONE.keys() & _SAYS_LITTLE), "done", dated=True),
    row("", "action", "plain have", _any_of(_SAYS_LITTLE), "title"),
    row("", "action", "plain have", _any_of(_DONE.keys() - {"saw", "seen", "found", "lost"}), "thing", dated=True),
)

GUESSES = (
    row("lives_in", "fact", "plain do", r"lives? (?:in|near|on|with)", "thing"),
    row("lives_in", "fact", "be been", r"(?:living|based) (?:in|near|on|with)", "thing"),
    row("lives_in", "state_change", "plain have", r"moved (?:back )?(?:to|into)", "thing", "change"),
    row("owns", "fact", "have", r"(?:got )?(?=(?:an?|my|our|\d+|two|three|four|five) )", "thing", "now"),
    row("owns", "state_change", "plain have", r"got|gotten|bought", "thing", "change"),
    row("member_of", "state_change", "plain have", r"joined", "thing", "change"),
    row("likes", "preference", "plain do", r"(?:likes?|loves?|adores?|enjoys?)", "thing", listed=True),
    row("prefers", "preference", "plain do", r"prefers?", "thing"),
    row("status", "fact", "be", r"(?=(?:retired|divorced|single|married|pregnant|engaged|vegan|vegetarian"
                                 r"|unemployed)\b)", "state"),
    row("plans", "plan", "will", "", "deed"),
    row("take", "action", "plain", r"took", "thing"),
    row("", "action", "plain have", rf"(?P<verb>{'|'.join(sorted(_DONE, key=len, reverse=True))})(?: up)?", "thing"),
    row("", "action", "plain have", r"(?P<verb>(?!(?:loved|liked|hated|enjoyed|needed|wanted|looked|seemed|powered"
         r"|crossed|used)\b)[a-z]+ed)", "thing"),
)  # fmt: skip
"""What liberal mode tries where no other row fits."""
