"""Neo4j Browser in a real, headless Chromium, as `kgmem browse` opens it: connected, styled, with the saved queries.

The README's picture is what one of these tests saw: KGMEM_PICTURE=docs/browser.png keeps it.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kgmem import Memory, Settings, local
from kgmem.browse import style
from kgmem.browse.files import SCRIPTS, files
from kgmem.browse.pages import contents
from kgmem.browse.scripts import FOLDERS
from kgmem.graph.queries import get
from kgmem.samples import paths

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
PATIENCE = 120  # seconds; two are usual
TENANT = "demo"
STYLE = style.parse(contents()["style.grass"])

RESTING = """() => {
  const places = [...document.querySelectorAll('g.node')].map(one => one.getBoundingClientRect());
  const now = JSON.stringify(places.map(one => [one.x, one.y, one.width]));
  const resting = places.length > 0 && window.kgmemSaw === now;
  window.kgmemSaw = now;
  return resting;
}"""
"""Whether no node of the picture has moved since this was last asked."""

DROPPING = """([name, content]) => {
  const bytes = Uint8Array.from(atob(content), one => one.charCodeAt(0));
  const held = new DataTransfer();
  held.items.add(new File([bytes], name));
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const there = document.elementFromPoint(700, 450);
    there.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: held}));
  }
}"""
"""A file is dropped on the middle of the window."""


def by(id: str) -> str:
    """Selects what Browser's own tests select by this name."""
    return f'[data-testid="{id}"]'


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser without a window; where CI has none, scripts/setup did not bring it, and the tests fail."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.environ.get("CI") != "true":
        pytest.skip(f"none of {', '.join(NAMES)} is installed; on Debian and Ubuntu: apt-get install chromium")
    assert found, "no Chromium in CI: scripts/setup installs it"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=list(QUIET))
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[local.Address]:
    """An embedded server with the sample plant: what serves Browser in Docker is not ours."""
    home = tmp_path_factory.mktemp("browsed") / "home"
    settings = Settings(_env_file=None, uri=None, home=home)  # type: ignore[call-arg]
    try:
        with Memory.open(tenant=TENANT, settings=settings) as memory:
            memory.ingest([one for one in paths() if one.stem == "plant"])
        yield local.ensure_running(home)
    finally:
        local.stop(home)


@pytest.fixture
def page(chromium: Browser, address: local.Address, tmp_path: Path) -> Iterator[Page]:
    """What a person sees once `kgmem browse` has opened it, in a browser that has never been there."""
    opened = chromium.new_page(viewport={"width": 1400, "height": 900})
    opened.set_default_timeout(PATIENCE * 1000)
    told = tmp_path / "opened"
    for opener in ("xdg-open", "open"):  # what typer.launch calls, which this desktop answers by writing it down
        (tmp_path / opener).write_text(f'#!/bin/sh\necho "$1" > {told}.part && mv {told}.part {told}\n')
        (tmp_path / opener).chmod(0o755)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KGMEM_")}
    running = subprocess.Popen(
        [sys.executable, "-m", "kgmem", "browse", "--tenant", TENANT],
        env=clean | {"KGMEM_HOME": str(address.home), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    with running:
        try:
            end = time.monotonic() + PATIENCE
            while not told.exists() and running.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
            opened.goto(told.read_text().strip())
            said, _ = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert (running.returncode, said) == (0, f"Neo4j Browser is open: {address.http}/browser/\n")
    opened.wait_for_url("**/browser/?cmd=edit*")
    opened.get_by_text("What is in this graph").first.wait_for()  # the guide is played once Browser is connected
    yield opened
    opened.close()


def entered(page: Page, text: str) -> None:
    """Types into the editor and runs it."""
    page.locator(f"{by('activeEditor')} textarea").first.focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    page.click(by("editor-Run"))


def picked(page: Page, query: str) -> Locator:
    """Runs a saved query from the side bar, as a person finds it there; what it gave, once it is there."""
    if not page.locator(by(f"expandFolder-{FOLDERS['browse']}")).is_visible():
        page.click(by("navigationFavorites"))
    title = page.locator(by(f"scriptTitle-{get(query).title}"))
    if not title.is_visible():
        page.click(by(f"expandFolder-{FOLDERS[query.partition('.')[0]]}"))
    title.click()
    page.click(by("editor-Run"))
    frame = page.locator(by("frame")).filter(has_text=f"name: {query}").first
    frame.locator(by("frame-loaded-contents")).wait_for()
    frame.locator(by("spinner")).wait_for(state="detached")
    assert frame.locator(by("cypherFrameErrorMessage")).count() == 0, frame.inner_text()
    return frame


def colours(frame: Locator) -> set[str]:
    """Of the nodes that are drawn, once one of them is."""
    frame.locator("g.node circle.b-outline").first.wait_for(state="attached")
    found: list[str] = frame.locator("g.node circle.b-outline").evaluate_all(
        "all => all.map(one => one.getAttribute('fill'))"
    )
    return {one.upper() for one in found}


def test_it_opens_connected_with_our_style_and_saved_queries_and_tells_no_password(
    page: Page, address: local.Address
) -> None:
    assert page.locator("input[type=password]").count() == 0
    assert address.password not in page.url
    kept: dict[str, Any] = page.evaluate("() => ({...localStorage})")
    assert page.evaluate("() => JSON.parse(localStorage['neo4j.grass'])") == STYLE
    assert all(folder in kept["neo4j.folders"] for folder in FOLDERS.values())
    assert "audit.claim_lineage" in kept["neo4j.documents"]
    assert page.locator(by("rawParamData")).first.inner_text().count(f'"tenant": "{TENANT}"') == 1


def test_what_stands_in_the_editor_draws_a_graph_in_our_colours(page: Page) -> None:
    page.click(by("editor-Run"))
    page.locator("g.node").first.wait_for()
    labels = ("Claim", "Event", "Note", "Source", "Assertion")
    assert {STYLE[f"node.{label}"]["color"] for label in labels} <= colours(page.locator(by("frame")).first)


def test_saved_queries_run_from_the_side_bar_and_draw_the_picture_of_the_readme(page: Page) -> None:
    conflicts = picked(page, "audit.open_conflicts")
    assert "The design pressure of V-12" in conflicts.inner_text()
    evolution = picked(page, "browse.evolution")
    assert STYLE["node.Superseded"]["color"] in colours(evolution)

    entered(page, f":param {{tenant: '{TENANT}', entity: 'V-12'}}")
    page.locator(by("rawParamData")).filter(has_text="V-12").wait_for()
    about = picked(page, "browse.about")
    wanted = {STYLE[f"node.{label}"]["color"] for label in ("Claim", "Event", "Entity", "Superseded")}
    assert colours(about) == wanted
    names = {" ".join(one.split()) for one in about.locator("g.node").all_text_contents()}
    assert {"V-12", "P-104", "P-101A feeds V-12", "The feed of V-12 was moved to P-104"} <= names
    about.locator("[title=Fullscreen]").click()
    for _ in range(2):
        page.wait_for_function(RESTING, polling=500)
        page.click("[aria-label=zoom-in]")
    page.wait_for_function(RESTING, polling=500)
    page.mouse.move(400, 780)  # to the left, from behind the list of labels
    page.mouse.down()
    page.mouse.move(250, 760, steps=5)
    page.mouse.up()
    page.mouse.move(700, 20)
    page.wait_for_function(RESTING, polling=500)
    if picture := os.environ.get("KGMEM_PICTURE"):
        page.screenshot(path=Path(picture))


def test_a_browser_that_kgmem_did_not_open_takes_the_files(chromium: Browser, address: local.Address) -> None:
    """As README.txt among them says, for servers elsewhere: dropped on the window, before anything is connected."""
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{address.http}/browser/")
    page.locator(by("main")).wait_for()
    written = files(TENANT)
    page.evaluate(DROPPING, ["style.grass", base64.b64encode(written["style.grass"]).decode()])
    page.wait_for_function(
        "wanted => localStorage['neo4j.grass'] === wanted", arg=json.dumps(STYLE, separators=(",", ":"))
    )
    page.evaluate(DROPPING, [SCRIPTS, base64.b64encode(written[SCRIPTS]).decode()])
    page.click(by("navigationFavorites"))
    for query in ("browse.about", "audit.claim_lineage"):
        page.click(by(f"expandFolder-{FOLDERS[query.partition('.')[0]]}"))
        page.locator(by(f"scriptTitle-{get(query).title}")).wait_for()
    page.close()
