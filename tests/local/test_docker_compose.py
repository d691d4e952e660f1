"""The compose file, as far as it can be checked without a Docker engine."""

from __future__ import annotations

import re
from pathlib import Path

from kgmem.local import NEO4J_VERSION
from kgmem.local.config import _SETTINGS

from .conftest import REPOSITORY

COMPOSE = (REPOSITORY / "docker" / "compose.yaml").read_text(encoding="utf-8")
README = Path(REPOSITORY / "docker" / "README.md").read_text(encoding="utf-8")


def test_compose_pins_the_version_of_the_embedded_server() -> None:
    assert re.findall(r"image: (\S+)", COMPOSE) == [f"neo4j:{NEO4J_VERSION}-community"]


def test_compose_publishes_on_this_computer_only_at_ports_that_can_be_chosen() -> None:
    assert re.findall(r"- (\S+):(?:7687|7474)$", COMPOSE, re.M) == [
        "127.0.0.1:${KGMEM_BOLT_PORT:-7687}",
        "127.0.0.1:${KGMEM_HTTP_PORT:-7474}",
    ]


def test_every_variable_of_compose_is_documented_with_its_default() -> None:
    variables = dict(re.findall(r"\$\{(\w+):-([^}]+)\}", COMPOSE))
    rows = dict(re.findall(r"\| `(\w+)` \| `?([^`|]+?)`? \|", README))
    assert variables == rows


def test_compose_sets_what_the_embedded_server_sets() -> None:
    embedded = dict(line.split("=", 1) for line in _SETTINGS.splitlines() if "=" in line and not line.startswith("#"))
    for name, value in re.findall(r"NEO4J_(\w+): (.+)", COMPOSE):
        setting = name.replace("__", "\0").replace("_", ".").replace("\0", "_")
        if setting in embedded and "{" not in embedded[setting]:
            assert value.strip('"') == embedded[setting], setting
