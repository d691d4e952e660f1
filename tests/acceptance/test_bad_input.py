"""Bad input, end to end: what cannot be read is rejected by itself, what can be is stored, and both are told."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from support import fact, message, rows, session
from unit.test_formats_bad_input import CASES, Made

from kgmem import AsyncMemory, codes
from kgmem.errors import InputError

from .command import Command

GOOD = session("good", [message("m1", "Alpha relates to beta.")], [fact("c1", ["m1"])])
LINE = json.dumps(GOOD)


async def sessions_of(memory: AsyncMemory) -> set[str]:
    stored = await rows(memory, "MATCH (s:Session) WHERE s.tenant = $tenant RETURN s.external_id AS id")
    return {row["id"] for row in stored}


@pytest.mark.parametrize(("kind", "made"), [case for case in CASES if "huge message" not in case.id])
async def test_bad_input_ends_as_the_table_says(memory: AsyncMemory, tmp_path: Path, kind: str, made: Made) -> None:
    """Every example of every row, through an ingest: an error stores nothing, and all else loses nothing beside."""
    _, code = codes.BAD_INPUT[kind]
    path = made(tmp_path)
    if code == "bad_input":
        with pytest.raises(InputError) as error:
            await memory.ingest(path)
        assert str(path) in str(error.value)
        assert await sessions_of(memory) == set()
        return
    result = await memory.ingest(path)
    ends = {(one.reason or "").partition(":")[0] for one in result.sessions} - {""}
    ends |= {one.code for session in result.sessions for one in (*session.warnings, *session.rejected)}
    assert ends - ({"tz_assumed"} - {code}) == ({code} if code else set())
    unread = [one for one in result.sessions if one.state == "rejected"]
    assert result.totals.rejected == len(unread)
    assert await sessions_of(memory) == {one.external_id for one in result.sessions} - {
        one.external_id for one in unread
    }
    again = await memory.ingest(path)
    assert (again.totals.stored, again.totals.rejected) == (0, len(unread))


def test_file_that_fails_part_way_says_what_was_stored_and_what_was_not(kgmem: Command) -> None:
    """Exit code 4; each session with its state, and where the broken ones stand."""
    file = kgmem.file("part.jsonl", f'{LINE}\n{{"id": "cut", "mess\n{{"id": "bare"}}\n{LINE.replace("good", "last")}\n')
    result = kgmem.json("ingest", file, code=4)
    assert [(one["external_id"], one["state"]) for one in result["sessions"]] == [
        ("good", "stored"), ("part.jsonl:2", "rejected"), ("bare", "rejected"), ("last", "stored"),
    ]  # fmt: skip
    reasons = [one["reason"] for one in result["sessions"]]
    assert reasons[1].startswith("unreadable_session: part.jsonl:2: is not JSON")
    assert reasons[2] == "unreadable_session: part.jsonl:3, field messages: field required"
    assert (result["totals"]["stored"], result["totals"]["rejected"]) == (2, 2)
    told = kgmem("ingest", file, code=4).stdout
    assert "4 sessions: 0 stored, 2 unchanged, 0 failed, 2 rejected" in told
    assert "part.jsonl:2: rejected: unreadable_session" in told
    assert "Alpha relates to beta." in {one["text"] for one in kgmem.json("recall", "alpha")["notes"]}


def test_line_that_was_cut_off_is_stored_when_it_is_whole(kgmem: Command) -> None:
    """What a writer that was interrupted left behind: the same command again, once the file is whole."""
    whole = f"{LINE}\n{LINE.replace('good', 'late')}\n"
    kgmem.file("growing.jsonl", whole[:-40])
    assert kgmem.json("ingest", "growing.jsonl", code=4)["totals"]["stored"] == 1
    kgmem.file("growing.jsonl", whole)
    totals = kgmem.json("ingest", "growing.jsonl")["totals"]
    assert (totals["stored"], totals["unchanged"], totals["rejected"]) == (1, 1, 0)


def test_wrong_encoding_anywhere_refuses_the_whole_input(kgmem: Command) -> None:
    """Exit code 2, the encoding and the line by name, and nothing stored, also of the files beside it."""
    kgmem.file("a.jsonl", [GOOD])
    kgmem.file("b.jsonl", f"{LINE}\n".encode() + '{"id": "é"}'.encode("latin-1"))
    told = kgmem.error("ingest", "a.jsonl", "b.jsonl", code=2)
    assert "b.jsonl:2: is not UTF-8" in told
    assert "Latin-1" in told
    kgmem.file("b.jsonl", LINE.encode("utf-16"))
    assert "looks like UTF-16" in kgmem.error("ingest", "a.jsonl", "b.jsonl", code=2)
    kgmem.error("ask", "alpha", code=3)


def test_blank_sessions_are_stored_and_said(kgmem: Command) -> None:
    """C11, the input of the case."""
    blank: list[Any] = [
        {"id": "s1", "messages": []},
        {"id": "s2", "messages": [{"speaker": "A", "text": " \n\t"}]},
        {"id": "s3", "messages": [{"speaker": "A", "text": "Hello"}]},
    ]
    result = kgmem.json("ingest", kgmem.file("blank.json", blank))
    assert (result["totals"]["stored"], result["totals"]["events"]) == (3, 0)
    assert [[one["code"] for one in session["warnings"]] for session in result["sessions"]] == [
        ["empty_session"], ["empty_session"], [],
    ]  # fmt: skip


def test_cleaned_text_has_the_same_id_from_every_run(kgmem: Command) -> None:
    """C20: cleaned once, before anything is hashed."""
    text = '{"id": "s", "messages": [{"text": "call me\\u0000 at 5 \\ud83d"}, {"text": "\\ud83d\\ude00"}]}'
    first = kgmem.json("ingest", kgmem.file("s.json", text))["sessions"][0]
    again = kgmem.json("ingest", "s.json")["sessions"][0]
    assert (first["state"], again["state"], first["id"]) == ("stored", "unchanged", again["id"])
    assert {one["code"] for one in first["warnings"]} == {"text_sanitised"}
    assert {one["text"] for one in kgmem.json("recall", "call me")["notes"]} == {"call me at 5 \ufffd", "\U0001f600"}


async def test_local_times_around_a_change_of_the_clocks(memory: AsyncMemory) -> None:
    """C25, C26: one instant three ways; the earlier of two, the skipped one an hour on, and an offset wins."""
    times = {
        "2025-07-25T02:00:00Z": "2025-07-25T02:00", "2025-07-25T04:00:00+02:00": "2025-07-25T02:00",
        "2025-07-24 22:00": "2025-07-25T02:00", "2025-11-02 01:30": "2025-11-02T05:30",
        "2025-03-09 02:30": "2025-03-09T07:30", "2025-11-02 01:30-05:00": "2025-11-02T06:30",
    }  # fmt: skip
    said = [message(f"m{n}", "x", sent_at=time) for n, time in enumerate(times)]
    result = await memory.ingest(session("s", said, timezone="America/New_York"))
    assert [one.code for one in result.sessions[0].warnings] == [
        "tz_assumed", "tz_assumed", "ambiguous_time", "tz_assumed", "nonexistent_time",
    ]  # fmt: skip
    query = "MATCH (o:Observation) WHERE o.tenant = $tenant RETURN o.observed_at AS at ORDER BY o.external_id"
    found = [row["at"].to_native() for row in await rows(memory, query)]
    assert found == [datetime.fromisoformat(f"{time}+00:00") for time in times.values()]
    zones = await rows(memory, "MATCH (s:Session) WHERE s.tenant = $tenant RETURN s.timezone AS zone")
    assert zones == [{"zone": "America/New_York"}]
