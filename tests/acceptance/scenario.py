"""Fifteen sessions of three people who make a guide: what they say, what a careful reader replies, and the graph that
follows by the laws. All times are of 2026, in UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Told:
    """A session, and what a chat model replies that reads it."""

    file: dict[str, Any]
    reply: dict[str, Any]


@dataclass(frozen=True)
class Expected:
    """A claim as history is to show it; times within the year, such as 02-07 or 01-05T09:00, None where open."""

    statement: str
    holds: tuple[tuple[str | None, str | None], ...]
    updated_by: str | None = None
    contradicted_by: str | None = None
    kind: str = "fact"
    validity: float = 1.0
    confidence: float = 0.9
    until: str | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "until", self.holds[-1][1])
        if self.until:
            object.__setattr__(self, "validity", 0.0)


def _told(day: str, title: str, lines: list[str], claims: list[dict[str, Any]], *relations: dict[str, Any],
          timed: bool = True) -> Told:  # fmt: skip
    """A session of lines `Speaker: text`, five minutes apart, or all at its start; claim cN rests on what it quotes."""
    messages = []
    for place, line in enumerate(lines):
        speaker, _, text = line.partition(": ")
        sent = {"sent_at": f"2026-{day}T09:{5 * place:02d}:00Z"} if timed else {}
        messages.append({"id": f"m{place + 1}", "speaker": speaker, "text": text, **sent})
    found = []
    for number, claim in enumerate(claims, start=1):
        cited = next(one["id"] for one in messages if claim["quote"] in one["text"])
        support = [{"message": cited, "quote": claim["quote"]}]
        found.append({"id": f"c{number}", "kind": "fact", "confidence": 0.9} | claim | {"support": support})
        del found[-1]["quote"]
    head = {"id": f"{day} {title}", "title": title, "group": "guide", "started_at": f"2026-{day}T09:00:00Z"}
    reply = {"summary": f"{title}.", "claims": found, "relations": list(relations)}
    return Told({**head, "timezone": "UTC", "messages": messages}, reply)


def _thing(kind: str, id: str) -> dict[str, str]:
    return {"kind": kind, "id": id}


def _fact(quote: str, statement: str, who: dict[str, str], predicate: str, what: Any, **other: Any) -> dict[str, Any]:
    said = {"object": what} if isinstance(what, dict) else {"value": what}
    return {"quote": quote, "statement": statement, "subject": who, "predicate": predicate, **said, **other}


NOOR, FERRAN, ILSE = (_thing("person", name) for name in ("Noor", "Ferran", "Ilse"))
GUIDE, MAP = _thing("thing", "Lantern Guide"), _thing("thing", "harbour map")
BERGEN = _thing("place", "Bergen")
MILL, ORLOP = _thing("organisation", "Calder Mill"), _thing("organisation", "Orlop Press")


def _lives(who: dict[str, str], place: str, quote: str, **other: Any) -> dict[str, Any]:
    return _fact(quote, f"{who['id']} lives in {place}", who, "lives_in", _thing("place", place), **other)


def _deadline(day: str, quote: str, **other: Any) -> dict[str, Any]:
    return _fact(quote, f"The deadline of the Lantern Guide is {day}", GUIDE, "deadline", day, **other)


def _price(euros: str) -> dict[str, Any]:
    quote = f"the price of the harbour map is {euros} euros"
    return _fact(quote, quote.capitalize(), MAP, "price", euros, unit="euros")


SESSIONS = [
    _told("01-05", "First week", ["Noor: I live in Lisbon, three streets from the river.",
                                  "Noor: I work at Calder Mill."], [
        _lives(NOOR, "Lisbon", "I live in Lisbon"),
        _fact("I work at Calder Mill", "Noor works at Calder Mill", NOOR, "works_at", MILL),
    ]),
    _told("01-12", "A date for the guide", ["Ferran: I live in Ghent.",
                                            "Ferran: The deadline of the Lantern Guide is 20 March."], [
        _lives(FERRAN, "Ghent", "I live in Ghent"),
        _deadline("20 March", "The deadline of the Lantern Guide is 20 March"),
    ]),
    _told("01-20", "Tickets", ["Ilse: I am going to Bergen in June, the tickets are on my desk.",
                               "Ilse: My phone number is 555 0117.",
                               "Ilse: Now I have booked a cabin there as well."], [
        _fact("I am going to Bergen", "Ilse travels to Bergen", ILSE, "travels_to", BERGEN),
        _fact("My phone number is 555 0117", "The phone number of Ilse is 555 0117", ILSE, "phone", "555 0117"),
        {"kind": "action", "statement": "Ilse booked a cabin in Bergen", "participants": [ILSE, BERGEN],
         "quote": "I have booked a cabin there"},
    ], {"from": "c1", "to": "c3", "type": "enables", "confidence": 0.8, "justification": "the cabin is for the trip"}),
    _told("02-10", "Boxes", ["Noor: I moved to Porto on 7 February."], [
        _lives(NOOR, "Porto", "I moved to Porto on 7 February", anchor="on 7 February"),
    ]),
    _told("02-17", "Later", ["Ferran: The deadline of the Lantern Guide is now 3 April."], [
        _deadline("3 April", "The deadline of the Lantern Guide is now 3 April"),
    ]),
    _told("02-24", "A new desk", ["Noor: I started at Orlop Press on Monday."], [
        _fact("I started at Orlop Press on Monday", "Noor works at Orlop Press", NOOR, "works_at", ORLOP,
              anchor="on Monday"),
    ]),
    _told("03-03", "No ferry", ["Ilse: The ferry line went bankrupt.", "Ilse: I am not going to Bergen any more."], [
        {"kind": "state_change", "statement": "The ferry line went bankrupt", "quote": "The ferry line went bankrupt",
         "participants": [_thing("organisation", "ferry line")]},
        _fact("I am not going to Bergen any more", "Ilse does not travel to Bergen", ILSE, "travels_to", BERGEN,
              negated=True),
    ], {"from": "c1", "to": "c2", "type": "causes", "confidence": 0.7, "justification": "no ferry, no trip"}),
    _told("03-10", "Two prices", ["Ferran: For the printer: the price of the harbour map is 14 euros.",
                                  "Ilse: You mix it up, the price of the harbour map is 41 euros."],
          [_price("14"), _price("41")], timed=False),
    _told("03-17", "Cobbles", ["Ferran: I moved to Bruges last weekend.", "Ilse: My new phone number is 555 0142."], [
        _lives(FERRAN, "Bruges", "I moved to Bruges last weekend", anchor="last weekend"),
        _fact("My new phone number is 555 0142", "The phone number of Ilse is 555 0142", ILSE, "phone", "555 0142"),
    ]),
    _told("04-07", "Back at the river", ["Noor: I moved back to Lisbon on 4 April."], [
        _lives(NOOR, "Lisbon", "I moved back to Lisbon on 4 April", anchor="on 4 April"),
    ]),
    _told("04-14", "Later still", ["Ferran: The deadline of the Lantern Guide slipped to 17 April."], [
        _deadline("17 April", "The deadline of the Lantern Guide slipped to 17 April"),
    ]),
    _told("04-21", "The bindery", ["Ilse: I work as a bookbinder."], [
        _fact("I work as a bookbinder", "Ilse works as a bookbinder", ILSE, "works_as", "bookbinder"),
    ]),
    _told("04-30", "Changes", ["Ilse: I became an editor on Wednesday.", "Noor: I no longer work at Orlop Press."], [
        _fact("I became an editor on Wednesday", "Ilse works as an editor", ILSE, "works_as", "editor",
              anchor="on Wednesday"),
        _fact("I no longer work at Orlop Press", "Noor does not work at Orlop Press", NOOR, "works_at", ORLOP,
              negated=True),
    ]),
    _told("05-05", "Coffee", ["Ferran: Good morning, everybody."], []),
    _told("05-12", "Looking back", ["Ferran: On 1 March the deadline of the Lantern Guide was still 3 April."], [
        _deadline("3 April", "On 1 March the deadline of the Lantern Guide was still 3 April", anchor="On 1 March"),
    ]),
]  # fmt: skip

PRICES = "The price of the harbour map is 14 euros", "The price of the harbour map is 41 euros"
CLAIMS = [
    Expected("Noor lives in Lisbon", (("01-05T09:00", "02-07"), ("04-04", None)), "Noor lives in Porto"),
    Expected("Noor lives in Porto", (("02-07", "04-04"),), "Noor lives in Lisbon"),
    Expected("Noor works at Calder Mill", (("01-05T09:05", "02-23"),), "Noor works at Orlop Press"),
    Expected("Noor works at Orlop Press", (("02-23", "04-30T09:05"),), "Noor does not work at Orlop Press"),
    Expected("Noor does not work at Orlop Press", (("04-30T09:05", None),)),
    Expected("Ferran lives in Ghent", (("01-12T09:00", "03-14"),), "Ferran lives in Bruges"),
    Expected("Ferran lives in Bruges", (("03-14", None),)),
    Expected("The deadline of the Lantern Guide is 20 March", (("01-12T09:05", "02-17T09:00"),),
             "The deadline of the Lantern Guide is 3 April"),
    Expected("The deadline of the Lantern Guide is 3 April", (("02-17T09:00", "04-14T09:00"),),
             "The deadline of the Lantern Guide is 17 April", confidence=0.99),
    Expected("The deadline of the Lantern Guide is 17 April", (("04-14T09:00", None),)),
    Expected("Ilse travels to Bergen", (("01-20T09:00", "03-03T09:05"),), "Ilse does not travel to Bergen"),
    Expected("Ilse does not travel to Bergen", (("03-03T09:05", None),)),
    Expected("Ilse booked a cabin in Bergen", (("01-20T09:10", None),), kind="action", validity=0.5),
    Expected("The ferry line went bankrupt", (("03-03T09:00", None),), kind="state_change"),
    Expected("The phone number of Ilse is 555 0117", (("01-20T09:05", "03-17T09:05"),),
             "The phone number of Ilse is 555 0142"),
    Expected("The phone number of Ilse is 555 0142", (("03-17T09:05", None),)),
    Expected(PRICES[0], (("03-10T09:00", None),), contradicted_by=PRICES[1]),
    Expected(PRICES[1], (("03-10T09:00", None),), contradicted_by=PRICES[0]),
    Expected("Ilse works as a bookbinder", (("04-21T09:00", "04-29"),), "Ilse works as an editor"),
    Expected("Ilse works as an editor", (("04-29", None),)),
]  # fmt: skip
"""Each by T1 to T6; 3 April was told twice, so its confidence is C1's. What the cancelled trip enabled is suspect."""

UPDATES = {(one.statement, one.updated_by) for one in CLAIMS if one.updated_by}
"""From the old to the new."""

STATED = {
    ("Ilse travels to Bergen", "ENABLES", "Ilse booked a cabin in Bergen"),
    ("The ferry line went bankrupt", "CAUSES", "Ilse does not travel to Bergen"),
}
