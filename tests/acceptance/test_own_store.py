"""Commands on the embedded server, in a folder of its own: db, schema, browse; a newer store; a model of one's own."""

from __future__ import annotations

import json
import os
import signal
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding
from support import fact, message, session, snapshot

from kgmem import AsyncMemory, Memory, Settings, local
from kgmem.browse.pages import contents
from kgmem.embedding import Embeddings
from kgmem.errors import EmbeddingMismatch, StoreVersionError
from kgmem.graph import schema
from kgmem.graph.queries import catalogue
from kgmem.local import serving

from .command import Command
from .conftest import EXAMPLE
from .test_interrupts import ended, started


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Command]:
    """The command line with no KGMEM_URI: the embedded server in a folder that only this module uses."""
    folder = tmp_path_factory.mktemp("own")
    home = folder / "home"
    try:
        yield Command(folder, {"KGMEM_HOME": str(home)}, "own", ())
    finally:
        if home.exists():
            local.stop(home)


def settings(embedded: Command) -> Settings:
    return Settings(_env_file=None, uri=None, home=Path(embedded.environment["KGMEM_HOME"]))  # type: ignore[call-arg]


def secret(embedded: Command) -> str:
    return (Path(embedded.environment["KGMEM_HOME"]) / "password").read_text().strip()


def test_server_is_started_once_and_told_where_it_is(embedded: Command) -> None:
    """db status, start, start again; the first command that needs it starts it too; none tells the password."""
    before = embedded.json("db", "status")
    listed = embedded.json("schema", "status")
    started = embedded.json("db", "start")
    again = embedded.json("db", "start")
    status = embedded.json("db", "status")
    assert before["running"] is False
    assert (listed["schema"], listed["current"]) == (None, False)
    assert started["running"] is True
    assert started == again == status
    assert started.keys() >= {"uri", "http", "user", "pid", "home"}
    assert "password" not in json.dumps(started)
    assert started["uri"] in embedded("db", "status").stdout
    assert secret(embedded) not in embedded("db", "start").stdout


def test_ten_processes_apply_the_schema_to_a_fresh_store_at_once(embedded: Command) -> None:
    """Case C53: all end with 0 and say the same."""
    with ThreadPoolExecutor(10) as pool:
        made = list(pool.map(lambda _: embedded.json("schema", "apply", timeout=300), range(10)))
    assert made == made[:1] * 10
    assert embedded.json("schema", "status")["current"] is True
    listed = embedded.json("check")
    assert (listed["schema"], listed["problem"]) == (schema.SCHEMA_VERSION, None)


def test_browser_is_shown_where_it_is(embedded: Command) -> None:
    """browse --no-open prints the address, the user and what to type there, which is its purpose; nothing is opened."""
    found = embedded.json("browse", "--no-open")
    assert found["url"].startswith(embedded.json("db", "status")["http"])
    assert (found["user"], found["password"]) == ("neo4j", secret(embedded))
    assert found["password"] not in found["url"]
    assert found["url"] in embedded("browse", "--no-open").stdout


def test_a_server_that_another_kgmem_started_is_told_at_once(
    embedded: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not serve the page that would take what is offered, so nothing is opened and nobody waits."""
    embedded("db", "stop")
    with monkeypatch.context() as patch:
        patch.setattr(serving, "contents", lambda: {"open.js": "// of another version"})
        local.ensure_running(Path(embedded.environment["KGMEM_HOME"]))
    said = embedded.error("browse", code=5)
    assert "kgmem db stop, then kgmem browse again" in said
    embedded("db", "stop")


def test_browse_can_be_interrupted_while_it_waits_for_the_browser(embedded: Command, tmp_path: Path) -> None:
    """One that is told an address and never asks for it."""
    for opener in ("xdg-open", "open"):
        (tmp_path / opener).write_text(f"#!/bin/sh\ntouch {tmp_path}/opened\n")
        (tmp_path / opener).chmod(0o755)
    embedded("db", "start")
    running = started(embedded, "-m", "kgmem", "browse", PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    while not (tmp_path / "opened").exists() and running.poll() is None:
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    assert ended(running) == ("", "kgmem: interrupted\n")


def test_store_of_a_server_elsewhere_has_a_browser_elsewhere(kgmem: Command) -> None:
    """browse with KGMEM_URI set names that server's Browser and how to get the files; no password."""
    found = kgmem.json("browse", "--no-open")
    assert found["url"].startswith("http://127.0.0.1:7474/browser/?dbms=neo4j%3A%2F%2Fneo4j%40127.0.0.1%3A")
    assert (found["user"], found["ready"]) == ("neo4j", False)
    assert "kgmem browse --files" in kgmem("browse", "--no-open").stdout


def test_files_for_any_browser_are_written_for_the_tenant(kgmem: Command) -> None:
    """browse --files: the style, the guide, and the saved queries in the form that Browser takes back."""
    written = kgmem.json("browse", "--files", "for-browser")["files"]
    assert {Path(file).name for file in written} == {
        "style.grass", "guide.html", "kgmem-saved-scripts.zip", "README.txt",
    }  # fmt: skip
    folder = kgmem.cwd / "for-browser"
    pages = contents()
    for name in ("style.grass", "guide.html"):
        assert (folder / name).read_text(encoding="utf-8") == pages[name]
    with zipfile.ZipFile(folder / "kgmem-saved-scripts.zip") as archive:
        told = {name: archive.read(name).decode() for name in archive.namelist()}
    assert kgmem.tenant in told["kgmem audits/audit.parameters.cypher"]
    saved = [query for query in catalogue().values() if query.name.startswith(("audit.", "browse."))]
    assert {query.text for query in saved} <= set(told.values())
    instructions = (folder / "README.txt").read_text(encoding="utf-8")
    assert all(name in instructions for name in ("style.grass", "guide.html", "kgmem-saved-scripts.zip"))
    assert "cannot be written" in kgmem.error("browse", "--files", "for-browser/README.txt", code=2)


def test_dump_and_load_carry_the_whole_store(embedded: Command) -> None:
    """What was stored before is there afterwards, what came in between is not."""
    embedded("ingest", embedded.file("session.json", EXAMPLE))
    before = embedded.json("history", "V-12")
    assert embedded.json("db", "dump", "store.dump") == {"file": "store.dump"}
    later = session("later", [message("m1", "V-12 relates to beta.")], [fact("c1", ["m1"], subject="V-12")])
    embedded("ingest", embedded.file("later.json", later))
    assert "force" in embedded.error("db", "load", "store.dump", code=2)
    loaded = embedded.json("db", "load", "store.dump", "--force")
    assert loaded["nodes"] > 10
    assert embedded.json("history", "V-12") == before
    embedded.error("history", "beta", code=3)


def test_dump_file_that_cannot_be_is_named_and_the_store_stays(embedded: Command) -> None:
    """A folder that is not there, a file that is not there; what is no dump is tried in tests/local."""
    before = embedded.json("history", "V-12")
    assert "x.dump: cannot be written" in embedded.error("db", "dump", "no/such/folder/x.dump", code=2)
    assert "missing.dump: no such file" in embedded.error("db", "load", "missing.dump", "--force", code=2)
    assert embedded.json("history", "V-12") == before


async def test_store_of_a_newer_kgmem_is_refused_by_every_command(embedded: Command, embeddings: Embeddings) -> None:
    """Case C56: exit code 5, `check` says which, and nothing is written."""
    async with AsyncMemory.open("own", settings=settings(embedded), embeddings=embeddings) as memory:
        await memory.ingest(EXAMPLE)
        before = await snapshot(memory, clocks=True)
        store = await memory.store()
        record = {"embedding": "bge-small", "dimension": 384, "embedding_hash": None}
        await store.schema("schema.record", schema_version=schema.SCHEMA_VERSION + 1, **record)
        try:
            file = embedded.file("again.json", {**EXAMPLE, "id": "again"})
            for arguments in (["ask", "x"], ["ingest", file], ["schema", "apply"]):
                told = embedded.error(*arguments, code=5)
                assert "upgrade kgmem" in told
            found = embedded.json("check", code=5)
            assert found["schema"] == schema.SCHEMA_VERSION + 1
            assert "upgrade kgmem" in found["problem"]
            assert embedded.json("schema", "status")["current"] is False
            with pytest.raises(StoreVersionError):
                Memory.open("own", settings=settings(embedded), embeddings=embeddings)
            assert await snapshot(memory, clocks=True) == before
        finally:
            await store.schema("schema.record", schema_version=schema.SCHEMA_VERSION, **record)
    assert embedded.json("check")["problem"] is None


def test_model_of_ones_own_works_end_to_end_and_the_store_remembers_it(tmp_path: Path, embeddings: Embeddings) -> None:
    """Any LangChain Embeddings will do; another than the store's is refused, since vectors cannot be compared."""
    kgmem = Command(tmp_path, {"KGMEM_HOME": str(tmp_path / "home")}, "own", ())
    own = settings(kgmem)
    try:
        with Memory.open("own", settings=own, embeddings=DeterministicFakeEmbedding(size=64)) as memory:
            assert memory.ingest(EXAMPLE).totals.claims == 3
            assert memory.ask("Which pump feeds V-12?").citations
            old = next(one for one in memory.history("V-12").claims if one.statement == "P-101A feeds V-12")
            done = memory.retract(memory.explain(old.id).sources[0].id)
            assert memory.restore(str(done.retraction)).changed == 2
        with Memory.open("own", settings=own, embeddings=DeterministicFakeEmbedding(size=64)) as memory:
            assert memory.ingest(EXAMPLE).totals.unchanged == 1
            before = memory.history("V-12")

        for command in (
            ["ask", "x"],
            ["ingest", kgmem.file("s.json", {**EXAMPLE, "id": "again"})],
            ["schema", "apply"],
        ):
            told = kgmem(*command, "--json", code=5)
            error = json.loads(told.stdout)["error"]
            assert error["code"] == "embedding_mismatch"
            assert "DeterministicFakeEmbedding" in error["message"]
            assert "bge-small" in error["message"]
        for other in (embeddings, DeterministicFakeEmbedding(size=32)):
            with pytest.raises(EmbeddingMismatch), Memory.open("own", settings=own, embeddings=other) as memory:
                memory.ingest({**EXAMPLE, "id": "again"})
        with Memory.open("own", settings=own, embeddings=DeterministicFakeEmbedding(size=64)) as memory:
            assert memory.history("V-12") == before
    finally:
        local.stop(own.home)


def test_server_is_stopped_once(embedded: Command) -> None:
    """Last, since it leaves the server stopped; the next command would start it."""
    assert embedded.json("db", "stop") == {"stopped": True}
    assert embedded.json("db", "stop") == {"stopped": False}
    assert embedded("db", "stop").stdout == "It was not running.\n"
    assert embedded.json("db", "status")["running"] is False


def test_a_purge_leaves_nothing_of_what_was_erased_in_the_logs(embedded: Command) -> None:
    """R6: the transaction log held it; after the purge neither that nor another log does, and the store is whole."""
    canary = "CANARY-8805"
    told = session("purged", [message("m1", f"The code is {canary}.")], [fact("c1", ["m1"], object=canary)])
    kept = session("kept", [message("m1", "The lift is slow.")], [fact("c1", ["m1"], object="slow")])
    first = embedded.json("ingest", embedded.file("told.json", [told, kept]))["sessions"][0]
    home = Path(embedded.environment["KGMEM_HOME"])

    def logs() -> list[str]:
        files = [*(home / "data" / "transactions").rglob("*"), *(home / "logs").iterdir()]
        return [file.name for file in files if file.is_file() and canary.encode() in file.read_bytes()]

    assert logs()
    done = embedded.json("erase", first["id"])
    assert (done["purged"], done["observations"]) == (False, 1)
    assert logs(), "erasing alone leaves the log as it is"
    purged = embedded.json("erase", first["id"], "--purge")
    assert purged == done | {"purged": True, "affected": []}
    assert logs() == []
    assert embedded.json("ingest", embedded.file("kept.json", [kept]))["totals"]["unchanged"] == 1
    with Memory.open("own", settings=settings(embedded)) as memory:
        assert memory.query("audit.residue", text=canary).rows == ()
        assert [one.statement for one in memory.history("slow").claims] == ["alpha relates to slow"]
        assert memory.erase(memory.history("slow").entity.id, purge=True).purged is True
        assert memory.query("audit.erasures").rows, "the memory goes on after a purge"
