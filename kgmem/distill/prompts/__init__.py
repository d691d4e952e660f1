"""The prompts that come with the package, one file each; a changed one has a new version."""

from __future__ import annotations

import functools
from pathlib import Path

from kgmem.distill.prompting import Prompt, parse


@functools.cache
def load(name: str) -> Prompt:
    """The prompt of that name, whose header fits its body. Raises InputError."""
    return parse((Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8"), name)


def names() -> list[str]:
    """The names of all prompts, in order."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.md"))
