"""Cases of whole sessions: what is empty, huge, many or of another script (C10-C13, C22)."""

from __future__ import annotations

import gc
import json

from support import message, rows, session

from kgmem import AsyncMemory
from kgmem.graph.rows import MAX_ROWS
from kgmem.ingest import WINDOW
from kgmem.models import Session
from kgmem.recall import seeds

from .command import Command


async def test_part_of_an_unspaced_sentence_is_found(memory: AsyncMemory) -> None:
    """C10: Chinese and Japanese are searched by parts of words, though no space tells where one begins."""
    texts = {"zh": "预算会议改到下周二下午三点", "ja": "来週の打ち合わせは中止"}
    await memory.ingest(session("s", [message(id, text) for id, text in texts.items()]))
    store = await memory.store()
    for words, expected in {"预算会议": "zh", "下周二": "zh", "打ち合わせ": "ja"}.items():
        assert expected in [note.external_id for note in (await memory.recall(words)).notes]
        asked = {"vector": [0.05] * 384, "words": seeds.lucene(words, memory.tenant), "depth": 5, "as_of": None}
        (found,) = await store.read("recall.notes", memory.tenant, families=["note_text"], **asked)
        assert found["notes"], f"{words} is found by meaning only"


def test_empty_and_blank_sessions_are_stored_and_said_to_be_so(kgmem: Command) -> None:
    """C11: nothing breaks on them, nothing is made of them; small talk is no claim either."""
    sessions = [
        {"id": "s1", "messages": []},
        {"id": "s2", "messages": [{"speaker": "A", "text": " \n\t"}]},
        {"id": "s3", "messages": [{"speaker": "A", "text": "Hello"}]},
    ]
    result = kgmem.json("ingest", kgmem.file("empty.json", sessions))
    assert [one["state"] for one in result["sessions"]] == ["stored"] * 3
    assert [[w["code"] for w in one["warnings"]] for one in result["sessions"]] == [["empty_session"]] * 2 + [[]]
    assert (result["totals"]["claims"], result["totals"]["model_calls"]) == (0, 0)
    assert kgmem.json("ingest", "empty.json")["totals"]["unchanged"] == 3


async def test_session_of_which_nothing_is_claimed_is_stored_and_found(memory: AsyncMemory) -> None:
    """C12: it ends otherwise than one that failed or was there already, and its words are searchable."""
    marker = session("s", [message("m", "ticket marker QX-7731")])
    result = (await memory.ingest(marker)).sessions[0]
    assert (result.state, result.claims, result.events) == ("stored", 0, 0)
    assert (await memory.ingest(marker)).sessions[0].state == "unchanged"
    assert [note.external_id for note in (await memory.recall("QX-7731")).notes] == ["m"]


async def test_huge_message_is_stored_whole_and_its_end_is_read(memory: AsyncMemory) -> None:
    """C13: what it says last is its speaker's, with a quote; no part of it is lost or another's."""
    text = "filler sentence. " * 12_000 + "I moved to Oslo."
    spoken = [{"id": "m1", "speaker": "Dana", "text": text}, {"id": "m2", "speaker": "Robin", "text": "noted"}]
    assert (await memory.ingest(session("s", spoken))).totals.claims == 1
    (note,) = await rows(memory, "MATCH (n:Note {tenant: $tenant, external_id: 'm1'}) RETURN n.text AS text")
    assert note["text"] == text
    (claim,) = (await memory.history("Dana")).claims
    (support,) = (await memory.explain(claim.id)).assertions[0].supports
    assert (claim.statement, support.external_id, support.quote) == ("Dana moved to Oslo", "m1", "I moved to Oslo")


async def test_sessions_are_streamed_and_written_in_bounded_batches(memory: AsyncMemory, kgmem: Command) -> None:
    """C22: no more sessions are in memory than are looked up together, and no statement takes more than MAX_ROWS."""
    count = 5 * WINDOW
    lines = (json.dumps(session(f"s{number}", [message("m", "filler")])) + "\n" for number in range(count))
    path = kgmem.cwd / kgmem.file("many.jsonl", "".join(lines))
    alive: list[int] = []

    def progress(done: int, total: int) -> None:
        alive.append(sum(isinstance(one, Session) for one in gc.get_objects()))

    assert (await memory.ingest(path, progress=progress)).totals.stored == count
    assert max(alive) < 3 * WINDOW
    long = session("long", [message(f"m{number}", "filler") for number in range(2 * MAX_ROWS + 1)])
    assert (await memory.ingest(long)).totals.notes == 2 * MAX_ROWS + 1
