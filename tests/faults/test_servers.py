"""Case C54: a server that is killed, restarted or out of disk while an ingest runs on it. It is one of their own, on a
disk of its own where this may be mounted."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from support import message, session

from kgmem import AsyncMemory, Settings, local
from kgmem.errors import StoreStopped, StoreUnreachable
from kgmem.local import config, java, process

from . import data
from .conftest import Undisturbed
from .standin import Standin
from .stores import everything, same, wipe
from .test_connections import at

DISK = 96_000_000
"""Bytes: a store with its logs and indexes takes a few of them."""
LEFT = 1_000_000
"""Bytes that are left on a disk that is to be full soon; a transaction of HEAVY takes a third of it."""
LONGEST = 65_536
"""Bytes that a file may have, where there is no disk that could be filled."""
CONFIG = {"rotation.size=32m": "rotation.size=2m", "transaction_end_timeout=5s": "transaction_end_timeout=1s"}
"""What is there as shipped, and here: a log that soon asks the disk for more, and stops that wait less."""
FLAGS = ("-XX:TieredStopAtLevel=1",)
"""A server that is started four times and never grows old compiles with less care."""
HEAVY = [
    session(f"heavy-{number}", [message(f"m{place}", f"{number} {place} " + "word " * 200) for place in range(30)])
    for number in range(12)
]


@dataclass
class Own:
    """An embedded server, where its data is, and the disk under it, where there is one."""

    home: Path
    disk: Path | None

    def memory(self, tenant: str, **options: Any) -> AsyncMemory:
        """A client, which starts the server where it does not run."""
        settings = Settings(_env_file=None, uri=None, home=self.home)  # type: ignore[call-arg]
        return AsyncMemory(tenant, settings=settings, embeddings=Standin(), **options)

    @property
    def process(self) -> psutil.Process:
        """The server's."""
        address = local.status(self.home).address
        assert address is not None
        return psutil.Process(address.pid)

    def fill_disk(self) -> None:
        """Soon nothing can be written: the disk is full, or files may not grow."""
        if self.disk:
            with (self.disk / "ballast").open("wb") as ballast:
                os.posix_fallocate(ballast.fileno(), 0, shutil.disk_usage(self.disk).free - LEFT)
        else:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (LONGEST, resource.RLIM_INFINITY))

    def make_room(self) -> None:
        """Undo `fill_disk`; the limit on files goes with the process."""
        if self.disk:
            (self.disk / "ballast").unlink(missing_ok=True)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Own]:
    place = tmp_path_factory.mktemp("own")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", str(place)]
    mounted = bool(shutil.which("mount")) and not subprocess.run(mount, capture_output=True, check=False).returncode
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgmem.local.home.ROOM_TO_START", 0)
        for shipped, here in CONFIG.items():
            (name,) = (name for name in ("_SETTINGS", "_LOGS") if shipped in getattr(config, name))
            patch.setattr(config, name, getattr(config, name).replace(shipped, here))
        patch.setattr("kgmem.local.java.SERVER_FLAGS", java.SERVER_FLAGS + FLAGS)
        found = Own(place / "home", place if mounted else None)
        try:
            local.ensure_running(found.home)
            yield found
        finally:
            found.make_room()
            local.stop(found.home)
            if mounted:
                subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
async def begun(own: Own, undisturbed: Undisturbed) -> AsyncIterator[None]:
    """The server runs, and holds what the undisturbed run found."""
    async with own.memory(undisturbed.memory.tenant) as memory:
        await wipe(memory)
        await memory.ingest(data.stored_before())
    yield
    own.make_room()


async def finished(own: Own, undisturbed: Undisturbed, done: set[str]) -> None:
    """The same again, by a new client: the rest is stored, and the store is as if nothing had happened."""
    async with own.memory(undisturbed.memory.tenant) as memory:
        again = await memory.ingest(undisturbed.sessions)
        found = await everything(memory)
    unchanged = {one.external_id for one in again.sessions if one.state == "unchanged"}
    assert done <= unchanged
    assert again.totals.stored == undisturbed.new - len(unchanged)
    same(undisturbed.store, found)


@pytest.mark.usefixtures("begun", "quick_retries")
async def test_ingest_whose_server_is_killed_is_finished_by_the_same_call(
    own: Own, undisturbed: Undisturbed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """kill -9 of the server within a transaction: what was reported is there, the half transaction is not."""
    with monkeypatch.context() as patch:
        patch.setattr("kgmem.graph.store.RETRY_SECONDS", 0.2)
        trace = at("written", 4, own.process.kill)
        async with own.memory(undisturbed.memory.tenant, trace=trace) as memory:
            with pytest.raises(StoreUnreachable) as broken:
                await memory.ingest(undisturbed.sessions)
    assert broken.value.partial is not None
    done = {one.external_id for one in broken.value.partial.sessions if one.state == "stored"}
    assert 0 < len(done) < undisturbed.new
    await finished(own, undisturbed, done)


@pytest.mark.usefixtures("begun", "quick_retries")
async def test_ingest_gets_over_a_restart_of_its_server(own: Own, undisturbed: Undisturbed) -> None:
    """Stopped within a transaction and started a while later: one report, every session once."""
    starting: list[threading.Thread] = []

    def restart() -> None:
        began = time.monotonic()
        local.stop(own.home)
        assert time.monotonic() - began < process.TERM_DEADLINE, "it was killed in the end"
        starting.append(threading.Thread(target=local.ensure_running, args=[own.home]))
        starting[0].start()

    async with own.memory(undisturbed.memory.tenant, trace=at("noted", 3, restart)) as memory:
        result = await memory.ingest(undisturbed.sessions)
        starting[0].join()
        found = await everything(memory)
    assert result == undisturbed.result
    same(undisturbed.store, found)


@pytest.mark.usefixtures("begun")
async def test_ingest_that_fills_the_disk_is_finished_once_there_is_room(own: Own, undisturbed: Undisturbed) -> None:
    """The error says what to do; once that is done the same call needs no other help."""
    tenant, sessions = undisturbed.memory.tenant, [*undisturbed.sessions[:2], *HEAVY, *undisturbed.sessions[2:]]
    async with own.memory(tenant) as memory:
        own.fill_disk()
        with pytest.raises(StoreStopped, match="full disk; make room") as full:
            await memory.ingest(sessions, distiller="none")
    assert full.value.partial is not None
    own.make_room()
    async with own.memory(tenant) as memory:
        again = await memory.ingest(sessions, distiller="none")
        found = await everything(memory)
        assert again.totals.failed == 0
        unchanged = {one.external_id for one in again.sessions if one.state == "unchanged"}
        assert {one.external_id for one in full.value.partial.sessions} <= unchanged
        await wipe(memory)
        await memory.ingest(data.stored_before())
        await memory.ingest(sessions, distiller="none")
        same(await everything(memory), found)
