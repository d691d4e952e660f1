"""Which claims are rivals (law T3): the groups that a fact is in, as keys that its rivals have too. Pure.

All claims of one group are rivals of each other. Positive facts of one subject and functional predicate are a group,
so are those of one object and inverse functional predicate, and a negated fact and its positive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kgmem import identity
from kgmem.ontology import Ontology, Predicate


class Fact(NamedTuple):
    """What identifies a fact (law I1a); `subject` and `object` are ids of entities, `value` and `unit` are folded."""

    subject: str | None
    predicate: str
    negated: bool
    object: str | None
    value: str | None
    unit: str | None

    def id(self, tenant: str) -> str:
        """The id of the claim."""
        return identity.fact_id(tenant, *self)


class Rivalries(NamedTuple):
    """Keys of groups, None where a fact is in none of that kind; `counterpart` is the claim that denies it, or that it
    denies, and `by_negation` is the key of these two."""

    by_subject: str | None
    by_object: str | None
    by_negation: str
    counterpart: str


def fact_of(ends: Mapping[str, str], predicate: str | None, negated: bool, value: str | None, unit: str | None) -> Fact:
    """The fact about the entities `ends`, by role; an object stands for value and unit."""
    told = "object" not in ends
    return Fact(
        ends.get("subject"), predicate or "", negated, ends.get("object"),
        value and identity.normalise_value(value) if told else None,
        unit and identity.normalise_value(unit) if told else None,
    )  # fmt: skip


def rivalries(fact: Fact, tenant: str, ontology: Ontology) -> Rivalries:
    """The groups that a fact is in under this ontology."""
    declared = ontology.predicates.get(fact.predicate, Predicate())
    names_one = not fact.negated and (fact.object is not None or fact.value is not None)
    by_subject = by_object = None
    if declared.functional and names_one:
        by_subject = identity.rivalry_key(tenant, "subject", fact.subject, fact.predicate)
    if declared.inverse_functional and names_one:
        by_object = identity.rivalry_key(tenant, "object", fact.predicate, fact.object, fact.value, fact.unit)
    by_negation = identity.rivalry_key(tenant, "negation", *fact._replace(negated=False))
    return Rivalries(by_subject, by_object, by_negation, fact._replace(negated=not fact.negated).id(tenant))
