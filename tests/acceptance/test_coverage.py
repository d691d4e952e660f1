"""kgmem coverage, and the verb of the blocking client."""

from __future__ import annotations

from support import Server, fact, message, session

from kgmem import Memory
from kgmem.embedding import Embeddings

from .command import Command

SAID = [
    message("m0", "So it is, as was said."),
    message("m1", "ok thanks"),
    message("m2", "We agreed on 450 euros\nfor the boat.", speaker="Ann"),
]


def test_coverage_tells_what_no_claim_rests_on(kgmem: Command) -> None:
    kgmem("ingest", kgmem.file("s.jsonl", [session("s", SAID, [fact("c", ["m0"])]), session("t", SAID[:1], [])]))
    found = kgmem.json("coverage")
    assert found.keys() == {"sessions", "messages", "covered", "share"}
    assert (found["messages"], found["covered"], found["share"]) == (4, 1, 0.25)
    first, second = found["sessions"]
    assert first.keys() == {
        "id", "external_id", "title", "started_at", "messages", "covered", "share", "uncovered", "left_out",
    }  # fmt: skip
    assert [one["external_id"] for one in first["uncovered"]] == ["m2", "m1"]
    assert first["uncovered"][0].keys() == {"id", "external_id", "position", "speaker", "text", "score", "signals"}
    lines = kgmem("coverage").stdout.splitlines()
    assert lines[0] == "s: claims rest on 1 of 3 messages, 33%"
    assert (
        lines[1]
        == f"   7  Ann: We agreed on 450 euros for the boat. (decision, number)  [{first['uncovered'][0]['id']}]"
    )
    assert lines[-1] == "1 of 4 messages in all, 25%"
    assert kgmem("coverage", "s", "--limit", "1").stdout.splitlines() == [*lines[:2], "      and 1 more"]
    assert kgmem.json("coverage", second["id"])["sessions"] == [second]


def test_wrong_use_of_coverage_is_told(plant: Command) -> None:
    assert "'nothing'" in plant.error("coverage", "nothing", code=3)
    assert "negative" in plant.error("coverage", "--limit", "-1", code=2)
    assert "--limit" in plant.error("coverage", "--limit", "many", code=2)
    assert "nothing was ever stored" in plant.error("coverage", code=3, tenant="nobody-at-all")


def test_memory_has_the_verb(server: Server, tenant: str, embeddings: Embeddings) -> None:
    """The client without await, with the shape that the command line prints."""
    with Memory.open(tenant, settings=server.settings(), embeddings=embeddings) as memory:
        memory.ingest(session("s", SAID, []))
        assert memory.coverage("s", limit=1).sessions[0].left_out == 2
