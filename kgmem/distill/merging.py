"""What several parts of one session claim, each thing once. Pure.

Parts overlap, so what stands near their border may be claimed twice: by the same words, of the same time. What two
parts claim by different messages stays twice, as two reasons of the session.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from kgmem.distill.verify import identities
from kgmem.models import Session
from kgmem.ontology import Ontology


def merged(session: Session, ontology: Ontology, zone: str | None) -> Session:
    """`session`, whose claims are those of its parts, without claims that an earlier part made by the same messages."""
    known = identities(session, "", ontology, zone)
    kept: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    instead: dict[str, str] = {}
    claims: list[Any] = []
    for raw in session.claims:
        name = raw.get("id") if isinstance(raw, Mapping) else None
        if name not in known:
            claims.append(raw)
            continue
        key = (known[name], raw.get("anchor"), raw.get("world_to"))
        cited = _cited(raw, instead)
        same = next((one for one in kept[key] if _part(one) != _part(raw) and _cited(one, instead) & cited), None)
        if same is None:
            kept[key].append(dict(raw))
            claims.append(kept[key][-1])
        else:
            instead[name] = same["id"]
            if _number(raw) > _number(same):
                same["confidence"] = raw["confidence"]
    if not instead:
        return session
    return session.model_copy(
        update={
            "claims": tuple(_renamed_support(raw, instead) for raw in claims),
            "relations": tuple(_renamed_ends(raw, instead) for raw in session.relations),
        }
    )


def _part(item: Mapping[str, Any]) -> str:
    return str(item["id"]).partition(".")[0]


def _cited(item: Mapping[str, Any], instead: Mapping[str, str]) -> set[str]:
    """The messages and claims that it rests on, whichever part named them."""
    return {instead.get(text, text) for one in item["support"] for name, text in one.items() if name != "quote"}


def _number(item: Mapping[str, Any]) -> float:
    confidence = item.get("confidence")
    return confidence if isinstance(confidence, int | float) else -1.0


def _renamed_support(raw: Any, instead: Mapping[str, str]) -> Any:
    if not isinstance(raw, Mapping) or not isinstance(raw.get("support"), list):
        return raw
    return {**raw, "support": [_renamed(one, ("claim",), instead) for one in raw["support"]]}


def _renamed_ends(raw: Any, instead: Mapping[str, str]) -> Any:
    return _renamed(raw, ("from", "to"), instead) if isinstance(raw, Mapping) else raw


def _renamed(raw: Mapping[str, Any], fields: tuple[str, ...], instead: Mapping[str, str]) -> dict[str, Any]:
    return {**raw, **{field: instead.get(raw[field], raw[field]) for field in fields if field in raw}}
