"""The graph's schema in plain values, from the node classes, for programs that ask what is there."""

from __future__ import annotations

from typing import Any

from kgmem.graph import nodes


def described() -> dict[str, Any]:
    """Labels with their properties, and relationship types with the labels that they join and their properties.

    A label's properties include those of the label it specialises (an Event is a Claim). What no verb writes yet is
    left out, and so are vectors.
    """
    labels = [one for one in vars(nodes).values() if isinstance(one, type) and _is_label(one)]
    return {
        "labels": {
            one.__name__: {"is": _text(one), "also": _parents(one), "properties": _properties(one)} for one in labels
        },
        "relationships": [edge for one in labels for edge in _edges(one)],
        "state_labels": list(nodes.Node.__optional_labels__),
    }


def _is_label(one: type) -> bool:
    return issubclass(one, nodes.Node) and one is not nodes.Node


def _text(one: type) -> str:
    return " ".join((one.__doc__ or "").split())


def _parents(one: type) -> list[str]:
    return [base.__name__ for base in one.__mro__[1:] if _is_label(base)]


def _properties(one: Any) -> dict[str, str]:
    found = one.defined_properties(aliases=False, rels=False)
    return {
        prop.db_property or name: prop.help_text
        for name, prop in sorted(found.items())
        if not (prop.help_text or "").startswith(nodes.LATER) and not name.endswith("embedding")
    }


def _edges(one: Any) -> list[dict[str, Any]]:
    """The relationships that run from `one`, or mean no direction."""
    found = []
    for name, declared in sorted(one.defined_properties(aliases=False, properties=False).items()):
        if name in vars(one) and (rel := declared.definition)["direction"] >= 0:
            found.append(
                {
                    "from": one.__name__,
                    "type": rel["relation_type"],
                    "to": declared._raw_class.rpartition(".")[2],
                    "properties": _properties(rel["model"]),
                }
            )
    return found
