"""What the embedded server serves at /browser/: Neo4j Browser as it was fetched, and kgmem's pages below it.

The server takes its static content from one jar. So kgmem's pages are put into a copy of Browser's jar, made on this
computer beside what was fetched. Pages of the server's own address need no second server and no leave to be loaded.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

from kgmem.browse.pages import contents
from kgmem.local.lock import BROWSER, BROWSER_VERSION

FOLDER = "browser/kgmem"
"""Within the jar, and below the server's HTTP address."""


def with_pages(jars: list[Path], root: Path) -> list[Path]:
    """The class path with the jar that also holds kgmem's pages in place of Browser's own; made where it is missing."""
    return [_served_if_possible(jar, root) if jar.name == _name() else jar for jar in jars]


def _served_if_possible(browser: Path, root: Path) -> Path:
    """Where nothing can be written beside the jars, as in some images, the server serves Browser without our pages."""
    try:
        return _served(browser, root, contents())
    except OSError:
        return browser


def _name() -> str:
    _, artifact, version = BROWSER.split(":")
    return f"{artifact}-{version}.jar"


def _served(browser: Path, root: Path, pages: Mapping[str, str]) -> Path:
    """Named by what is in it, so that several versions of kgmem share one cache; whole or not there."""
    told = hashlib.sha256("\0".join(f"{name}\0{text}" for name, text in sorted(pages.items())).encode())
    made = root / "browser" / f"neo4j-browser-{BROWSER_VERSION}-kgmem-{told.hexdigest()[:16]}.jar"
    if _whole(made, browser):
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    part = made.with_name(f"{made.name}.{os.getpid()}.part")
    try:
        shutil.copyfile(browser, part)
        with zipfile.ZipFile(part, "a", zipfile.ZIP_DEFLATED) as jar:
            for name, text in sorted(pages.items()):
                jar.writestr(f"{FOLDER}/{name}", text)
        part.replace(made)
    finally:
        part.unlink(missing_ok=True)
    return made


def _whole(made: Path, browser: Path) -> bool:
    try:
        return made.stat().st_size > browser.stat().st_size
    except FileNotFoundError:
        return False
