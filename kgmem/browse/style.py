"""Graph style sheets, as Neo4j Browser reads and keeps them."""

from __future__ import annotations

import re

_RULE = re.compile(r"([^{}]+)\{((?:\"[^\"]*\"|[^{}\"])*)\}")
_SELECTOR = re.compile(r"(node|relationship)(\.\w+)?")
_PROPERTY = re.compile(r"([\w-]+)\s*:\s*(\"[^\"]*\"|[^;\"]+);")


def parse(text: str) -> dict[str, dict[str, str]]:
    """The rules of a GraSS file in its order, each selector with its properties: what Browser's `:style` makes of it.

    Browser knows no comment there, and no colon within a value; ValueError for what would be lost on it.
    """
    rules = {
        re.sub(r"\s", "", selector): {name: value.strip().strip('"') for name, value in _PROPERTY.findall(body)}
        for selector, body in _RULE.findall(text)
    }
    left = re.sub(r"\s", "", _RULE.sub("", text))
    lost = [selector for selector, body in _RULE.findall(text) if _PROPERTY.sub("", body).strip()]
    colons = [name for rule in rules.values() for name, value in rule.items() if ":" in value]
    strange = [selector for selector in rules if not _SELECTOR.fullmatch(selector)]
    if left or lost or colons or strange:
        raise ValueError(f"Neo4j Browser would not read this style: {[left, *lost, *colons, *strange]}")
    return rules
