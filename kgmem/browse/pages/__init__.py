"""What is served to Neo4j Browser as it stands: a style, a guide, and the page that opens it ready."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

NAMES = ("guide.html", "open.html", "open.js", "style.grass")


@functools.cache
def contents() -> Mapping[str, str]:
    """Every page by its name."""
    here = resources.files(__name__)
    return {name: here.joinpath(name).read_text(encoding="utf-8") for name in NAMES}
