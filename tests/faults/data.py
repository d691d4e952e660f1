"""What the interrupted ingests bring: sessions of talk only, which the rules read, sessions whose claims and relations
cite those of others, and sessions that are stored already with other content."""

from __future__ import annotations

from typing import Any

from support import fact, message, session

from kgmem import ingest, ontology
from kgmem.distill.verify import claim_ids
from kgmem.formats import Sessions
from kgmem.models import Session

WINDOW, GROUP_NOTES = 5, 4
"""So small that an ingest of a few sessions passes every point more than once."""

PLACES = ("Porto", "Oslo", "Quito", "Leeds", "Ghent", "Turin", "Lagos", "Kyoto")


def small_windows() -> None:
    """Let this process look up and write fewer sessions at a time."""
    ingest.WINDOW, ingest.GROUP_NOTES = WINDOW, GROUP_NOTES


def stored_before() -> list[dict[str, Any]]:
    """What the store holds when the ingest begins: two of its sessions, with other content."""
    return [_diary("Bergen", "I prefer tea to coffee."), _log("12 bar")]


def sessions(tenant: str) -> list[dict[str, Any]]:
    """Fifteen sessions; each of the chain cites the claim of the one before it."""
    talk = [_talk(number, place) for number, place in enumerate(PLACES)]
    chain: list[dict[str, Any]] = []
    for number in range(5):
        chain.append(_link(number, claim_of(tenant, chain[-1]) if chain else None))
    diary = _diary("Tromsø", "I have a dentist appointment on Friday.")
    return [
        talk[0], talk[1], chain[0], diary, talk[2],
        talk[3], chain[1], talk[4], _log("14 bar"), chain[2],
        talk[5], chain[3], talk[6], talk[7], chain[4],
    ]  # fmt: skip


def claim_of(tenant: str, one: dict[str, Any]) -> str:
    """The id that the first claim of a session gets in this tenant."""
    (read,) = Sessions([{**one, "claims": one["claims"][:1], "relations": []}])
    assert isinstance(read, Session)
    (id,) = claim_ids(read, tenant, ontology.default(), None)
    return id


def _day(number: int) -> str:
    return f"2026-03-{number + 1:02d}T09:00:00Z"


def _talk(number: int, place: str) -> dict[str, Any]:
    said = [
        message("m1", f"I live in {place} now.", speaker="Ana", role="user"),
        message("m2", "And how is it there?", speaker="bot", role="assistant"),
    ]
    return session(f"talk-{number}", said, started_at=_day(number), group="talks")


def _link(number: int, before: str | None) -> dict[str, Any]:
    """A session of the chain: its first claim is its own, its second rests on the claim before, which it updates."""
    said = [message("m1", f"Alpha relates to beta{number}.", source={"kind": "document", "id": f"D-{number % 2}"})]
    claims = [fact("c1", ["m1"], object=f"beta{number}", anchor=_day(number)[:10])]
    relations = []
    if before:
        claims.append(fact("c2", [{"claim": before}, "m1"], 0.6, subject=f"beta{number}", object="the chain"))
        relations.append({"from": "c1", "to": before, "type": "updates", "confidence": 0.9, "justification": "said"})
    return session(f"link-{number}", said, claims, relations=relations, started_at=_day(number), group="chain")


def _diary(place: str, last: str) -> dict[str, Any]:
    """A session of talk only: its first message stays, its second is edited, its third comes or goes."""
    said = [
        message("m1", "I work at Acme as a welder.", speaker="Ben", role="user"),
        message("m2", f"I moved to {place}.", speaker="Ben", role="user"),
        message("m3", last, speaker="Ben", role="user"),
    ]
    return session("diary", said, started_at=_day(11))


def _log(pressure: str) -> dict[str, Any]:
    """A session with claims: one stays, one goes with its message."""
    said = [message("m1", "Gamma relates to delta."), message("m2", f"The pressure is {pressure}.")]
    claims = [
        fact("c1", ["m1"], subject="gamma", object="delta"),
        fact("c2", ["m2"], subject="pressure", object=pressure),
        fact("c3", [{"claim": "c1"}, {"claim": "c2"}], 0.5, subject="gamma", object=pressure),
    ]
    return session("log", said, claims, started_at=_day(12))
