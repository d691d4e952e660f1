"""Every command on good input: one JSON document with the fields of the contract, and words for people."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from support import on_a_terminal

from .command import Command
from .conftest import EXAMPLE

CLAIM_IN_ANSWER = {
    "id", "statement", "validity", "valid_until", "standing", "confidence", "confidence_shared", "weakest_support",
    "calibrated", "contradicted_by",
}  # fmt: skip
RECALL = {
    "status", "plan", "claims", "paths", "notes", "citations", "dropped_citations", "as_of", "known_at", "tokens",
    "truncated", "timings_ms",
}  # fmt: skip
OLD, MOVED, OUTAGE = (claim["statement"] for claim in EXAMPLE["claims"])


def by_statement(claims: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {claim["statement"]: claim for claim in claims}
    assert len(found) == len(claims)
    return found


@pytest.fixture(scope="module")
def claims(plant: Command) -> dict[str, dict[str, Any]]:
    """History of V-12, by statement."""
    return by_statement(plant.json("history", "V-12")["claims"])


def test_example_is_stored_as_printed_and_once(kgmem: Command) -> None:
    """The contract's session: 3 claims, 1 relation, nothing rejected, no warning; again, nothing changes."""
    file = kgmem.file("session.json", EXAMPLE)
    dry = kgmem.json("ingest", file, "--dry-run")
    first = kgmem.json("ingest", file)
    again = kgmem.json("ingest", file)

    (session,) = first["sessions"]
    assert session.keys() >= {
        "external_id", "id", "state", "reason", "claims", "events", "relations", "rejected", "warnings", "model_calls",
    }  # fmt: skip
    assert (session["external_id"], session["state"], session["reason"]) == ("maint-2026-03-02", "stored", None)
    assert [session[name] for name in ("claims", "events", "relations", "model_calls")] == [3, 1, 1, 0]
    assert (session["rejected"], session["warnings"]) == ([], [])
    assert dry == first
    assert again["sessions"] == [
        {**session, "state": "unchanged", "claims": 0, "events": 0, "relations": 0},
    ]
    assert first["totals"] == {
        "sessions": 1, "stored": 1, "unchanged": 0, "failed": 0, "rejected": 0, "notes": 2, "claims": 3, "events": 1,
        "relations": 1, "rejected_items": 0, "warnings": 0, "model_calls": 0, "model_repairs": 0, "input_tokens": 0,
        "output_tokens": 0, "model_seconds": 0.0,
    }  # fmt: skip
    assert again["totals"]["unchanged"] == 1


def test_ingest_tells_people_what_it_did(kgmem: Command) -> None:
    """Words on stdout, one place for every thing refused; a dry run says that it was one."""
    odd = {**EXAMPLE, "claims": [*EXAMPLE["claims"], {**EXAMPLE["claims"][0], "id": "c4", "confidence": 85}]}
    file = kgmem.file("session.json", odd)
    for arguments, head in ((["--dry-run"], "Would be: "), ([], "")):
        done = kgmem("ingest", file, *arguments)
        assert done.stdout.startswith(f"{head}1 sessions: 1 stored, 0 unchanged, 0 failed, 0 rejected\n")
        assert "c4 rejected: bad_confidence: 85" in done.stdout
        assert done.stderr == ""
    assert kgmem("conflicts").stdout == "No open contradictions.\n"


def test_ask_answers_with_its_evidence(plant: Command, claims: dict[str, Any]) -> None:
    """Law P5: the answer cites claims, and every id it cites is shown beside it."""
    found = plant.json("ask", "Which pump feeds V-12?")
    assert found.keys() >= RECALL | {"answer"}
    assert "context" not in found
    for claim in found["claims"]:
        assert claim.keys() >= CLAIM_IN_ANSWER
    for note in found["notes"]:
        assert note.keys() >= {"id", "external_id", "session", "speaker", "text", "score", "seed"}
    shown = {one["id"] for one in (*found["claims"], *found["notes"])}
    assert found["citations"]
    assert set(found["citations"]) <= shown
    assert MOVED in found["answer"]
    assert {note["external_id"] for note in found["notes"]} == {"m1", "m2"}
    assert found["tokens"] <= 10_000
    assert (found["as_of"], found["known_at"], found["dropped_citations"]) == (None, None, 0)
    old = by_statement(found["claims"])[OLD]
    assert (old["validity"], old["valid_until"]) == (0, "2024-09-01T00:00:00Z")
    assert old["id"] == claims[OLD]["id"]


def test_past_is_answered_from_what_held_then(plant: Command) -> None:
    """Laws T8 and P5."""
    found = plant.json("ask", "Which pump feeds V-12?", "--as-of", "2024-07-01")
    assert found["status"] == "past"
    assert found["answer"].startswith(OLD)
    assert found["as_of"] == "2024-07-01T00:00:00Z"
    assert MOVED not in by_statement(found["claims"])
    assert by_statement(found["claims"])[OLD]["validity"] == 1


def test_what_nothing_supports_is_not_known(plant: Command) -> None:
    """Law P5."""
    found = plant.json("ask", "Who repaired the roof of the library in Lisbon?")
    assert (found["status"], found["citations"]) == ("unknown", [])
    assert found["answer"].startswith("Not known")


def test_recall_gives_the_context_within_its_budget(plant: Command) -> None:
    """Law P4; the plain output is the context and nothing else."""
    found = plant.json("recall", "Which pump feeds V-12?")
    assert found.keys() >= RECALL | {"context"}
    assert "answer" not in found
    assert plant("recall", "Which pump feeds V-12?").stdout == found["context"] + "\n"
    for item in (*found["claims"], *found["notes"]):
        assert found["context"].count(f"[{item['id']}]") == 1
    assert found["context"].startswith("<evidence kgmem>\n")
    small = plant.json("recall", "Which pump feeds V-12?", "--budget", "60", "--notes", "1")
    assert small["tokens"] <= 60
    assert small["truncated"] is True
    assert len(small["notes"]) <= 1


def test_history_is_in_order_of_time_with_what_superseded_what(plant: Command, claims: dict[str, Any]) -> None:
    """Law T4: the drawing's claim held from its publication until the update's anchor starts."""
    found = plant.json("history", "V-12")
    assert found["entity"] == {
        "id": found["entity"]["id"], "kind": "vessel", "external_id": "V-12", "name": "V-12",
    }  # fmt: skip
    assert [claim["statement"] for claim in found["claims"]][-1] == MOVED
    for claim in found["claims"]:
        assert claim.keys() >= {
            "id", "kind", "statement", "holds", "validity", "valid_until", "standing", "confidence",
            "confidence_shared", "calibrated", "recorded_at", "updated_by", "contradicted_by",
        }  # fmt: skip
    old, moved, outage = (claims[name] for name in (OLD, MOVED, OUTAGE))
    assert old["holds"] == [["2024-06-01T00:00:00Z", "2024-09-01T00:00:00Z"]]
    assert (old["validity"], old["valid_until"], old["updated_by"]) == (0, "2024-09-01T00:00:00Z", [moved["id"]])
    assert moved["holds"] == [["2024-09-01T00:00:00Z", None]]
    assert (moved["kind"], moved["validity"], moved["valid_until"]) == ("state_change", 1, None)
    assert outage["validity"] == 0.5
    assert plant.json("history", found["entity"]["id"]) == found
    text = plant("history", "v-12").stdout
    assert "2024-06-01 to 2024-09-01: P-101A feeds V-12" in text
    assert f"\n    updated by since 2024-09-01: {MOVED} (rerouted)  {moved['id']}\n" in text
    (why,) = old["superseded_by"]
    assert why == {
        "id": moved["id"], "statement": MOVED, "effective_at": "2024-09-01T00:00:00Z", "justification": "rerouted",
        "rule": None, "model": None,
    }  # fmt: skip


def test_history_says_by_which_rule_something_was_superseded_and_since_when(kgmem: Command) -> None:
    """T3: of a move and a denial, read without a model."""
    told = {
        "2026-01-05": "I live in Lisbon.",
        "2026-02-10": "I moved to Porto.",
        "2026-03-03": "I no longer live in Porto.",
    }
    kgmem("ingest", kgmem.file("s.jsonl", [
        {"id": day, "messages": [{"id": "m1", "speaker": "Noor", "text": text, "sent_at": f"{day}T09:00:00Z"}]}
        for day, text in told.items()
    ]))  # fmt: skip
    lines = kgmem("history", "Noor").stdout.splitlines()
    shown = [line.split("  ")[0] if line[0] != " " else line.rsplit("  ", 1)[0] for line in lines]
    assert shown == [
        "Noor (person)",
        "2026-01-05 09:00 UTC to 2026-02-10 09:00 UTC: Noor lives in Lisbon",
        "    updated by since 2026-02-10 09:00 UTC: Noor moved to Porto (by rule, the subject has one at a time)",
        "2026-02-10 09:00 UTC to 2026-03-03 09:00 UTC: Noor moved to Porto",
        "    updated by since 2026-03-03 09:00 UTC: Noor no longer lives in Porto (by rule, one denies the other)",
        "since 2026-03-03 09:00 UTC: Noor no longer lives in Porto",
    ]


def test_explain_goes_down_to_quotes_and_sources(plant: Command, claims: dict[str, Any]) -> None:
    """Laws S1 and C2: as data and as a tree."""
    found = plant.json("explain", claims[OLD]["id"])
    assert found.keys() >= {
        "claim", "assertions", "sources", "shared_sources", "independent_sources", "updates", "updated_by",
        "contradicts",
    }  # fmt: skip
    (assertion,) = found["assertions"]
    assert assertion.keys() >= {
        "id", "session", "confidence", "raw_confidence", "calibration", "model", "state", "world_from", "world_basis",
        "supports",
    }  # fmt: skip
    assert (assertion["state"], assertion["world_from"], assertion["world_basis"]) == (
        "intact", "2024-06-01T00:00:00Z", "published",
    )  # fmt: skip
    (support,) = assertion["supports"]
    assert support.keys() >= {"observation", "quote", "source", "retracted"}
    assert (support["quote"], support["retracted"]) == ("P-101A feeding V-12", False)
    (source,) = found["sources"]
    assert source == {"id": support["source"], "kind": "document", "external_id": "PID-7", "title": "Piping diagram 7"}
    assert (found["shared_sources"], found["independent_sources"]) == ([], 1)
    assert [one["id"] for one in found["updated_by"]] == [claims[MOVED]["id"]]
    assert [one["id"] for one in plant.json("explain", claims[MOVED]["id"])["updates"]] == [claims[OLD]["id"]]

    above = plant.json("explain", claims[OUTAGE]["id"])
    assert above["assertions"][0]["supports"][0]["claim"] == claims[OLD]["id"]
    assert [source["external_id"] for source in above["sources"]] == ["PID-7"]
    tree = plant("explain", claims[OUTAGE]["id"]).stdout
    for text in (OUTAGE, OLD, '"P-101A feeding V-12"', "document PID-7", claims[OLD]["id"]):
        assert text in tree


def test_retract_shows_what_it_would_change_changes_it_and_restores_it(kgmem: Command) -> None:
    """Laws R1 to R4: the dry run's list is the act's, the second time nothing changes, restore is the inverse."""
    kgmem("ingest", kgmem.file("session.json", EXAMPLE))
    before = kgmem.json("history", "V-12")
    claims = by_statement(before["claims"])
    source = kgmem.json("explain", claims[OLD]["id"])["sources"][0]["id"]

    dry = kgmem.json("retract", source, "--dry-run")
    assert kgmem.json("history", "V-12") == before
    assert kgmem.json("query", "audit.retractions")["rows"] == []
    done = kgmem.json("retract", source, "--reason", "old drawing")
    again = kgmem.json("retract", source)
    listed = kgmem.json("query", "audit.retractions")

    assert done.keys() >= {"retraction", "dry_run", "affected", "unsuperseded", "changed"}
    assert (dry["retraction"], dry["dry_run"], done["dry_run"]) == (None, True, False)
    assert {**dry, "retraction": done["retraction"], "dry_run": False} == done
    affected = by_statement(done["affected"])
    assert {name: one["depth"] for name, one in affected.items()} == {OLD: 1, OUTAGE: 2}
    for one in affected.values():
        assert one.keys() >= {
            "id", "statement", "depth", "standing_before", "standing_after", "confidence_before", "confidence_after",
            "validity_before", "validity_after",
        }  # fmt: skip
        assert (one["standing_before"], one["standing_after"], one["confidence_after"]) == (
            "supported",
            "unsupported",
            0,
        )
    assert done["changed"] == 2
    assert (again["changed"], again["retraction"]) == (0, done["retraction"])
    assert (dry["repeated"], done["repeated"], again["repeated"]) == (False, False, True)
    told = kgmem("retract", source).stdout.splitlines()[0]
    assert (
        told == f"{done['retraction']}: source {source} is already taken back; nothing changes for the 2 claims on it"
    )
    assert f"is already taken back by {done['retraction']};" in kgmem("retract", source, "--dry-run").stdout
    assert len(again["affected"]) == 2
    (row,) = (dict(zip(listed["columns"], row, strict=True)) for row in listed["rows"])
    assert (row["retraction_id"], row["target"], row["reason"]) == (done["retraction"], "PID-7", "old drawing")

    planned = kgmem.json("restore", done["retraction"], "--dry-run")
    restored = kgmem.json("restore", done["retraction"])
    assert {**planned, "dry_run": False} == restored
    assert restored["changed"] == 2
    assert (restored["repeated"], kgmem.json("restore", done["retraction"])["changed"]) == (False, 0)
    assert "is already restored; nothing changes" in kgmem("restore", done["retraction"]).stdout
    assert kgmem.json("history", "V-12") == before
    text = kgmem("retract", source, "--dry-run").stdout
    assert text.startswith("Dry run: 2 claims rest on source ")
    assert f"  {OLD}  [supported, confidence 0.8 -> unsupported, confidence 0" in text


def test_explanation_names_the_act_that_took_a_support_back_and_the_verdict(kgmem: Command) -> None:
    """R5, C5: by whichever way it was taken back, when and why; not once it is restored."""
    kgmem("ingest", kgmem.file("session.json", EXAMPLE))
    claims = by_statement(kgmem.json("history", "V-12")["claims"])
    before = kgmem.json("explain", claims[OLD]["id"])
    assert (before["taken_back"], before["verdict"]) == ([], None)
    done = kgmem.json("retract", before["sources"][0]["id"], "--reason", "old drawing")
    kgmem("adjudicate", claims[OLD]["id"], "--verdict", "false")
    upper = kgmem.json("explain", claims[OUTAGE]["id"])
    found = kgmem.json("explain", claims[OLD]["id"])
    (act,) = found["taken_back"]
    assert (act["retraction"], act["target_kind"], act["reason"]) == (done["retraction"], "source", "old drawing")
    assert act["covers"] == [found["assertions"][0]["supports"][0]["observation"]]
    assert [one["retraction"] for one in upper["taken_back"]] == [done["retraction"]]
    assert found["verdict"]["verdict"] is False
    text = " ".join(kgmem("explain", claims[OLD]["id"]).stdout.split())
    assert f"taken back by {done['retraction']} on" in text
    assert "old drawing" in text
    assert "judged false" in text

    kgmem("restore", done["retraction"])
    again = kgmem.json("retract", claims[OLD]["id"])
    own = kgmem.json("explain", claims[OLD]["id"])
    assert [(one["retraction"], one["covers"]) for one in own["taken_back"]] == [
        (again["retraction"], [claims[OLD]["id"]])
    ]
    past = kgmem.json("explain", claims[OLD]["id"], "--known-at", found["verdict"]["recorded_at"])
    assert [one["retraction"] for one in past["taken_back"]] == [done["retraction"]]


def test_taking_back_an_update_brings_back_what_it_superseded(kgmem: Command) -> None:
    """Law T7: listed outside the closure."""
    kgmem("ingest", kgmem.file("session.json", EXAMPLE))
    claims = by_statement(kgmem.json("history", "V-12")["claims"])
    done = kgmem.json("retract", claims[MOVED]["id"])
    assert [(one["statement"], one["depth"]) for one in done["affected"]] == [(MOVED, 0)]
    assert {one["statement"] for one in done["unsuperseded"]} == {OLD, OUTAGE}
    assert done["changed"] == 3
    assert kgmem.json("ask", "Which pump feeds V-12?")["answer"].startswith(OLD)


def test_conflicts_are_listed(kgmem: Command) -> None:
    """Law T6: two pumps feed one vessel at one time."""
    other = {**json.loads(json.dumps(EXAMPLE).replace("P-101A", "P-7")), "id": "other", "relations": []}
    kgmem("ingest", kgmem.file("s.jsonl", [{**EXAMPLE, "relations": []}, other]))
    ids = [one["id"] for one in kgmem.json("history", "V-12")["claims"] if one["statement"].endswith("feeds V-12")]
    said = {"id": "both", "messages": [], "relations": [{"from": ids[0], "to": ids[1], "type": "contradicts"}]}
    kgmem("ingest", kgmem.file("both.json", said))
    (found,) = kgmem.json("conflicts")["conflicts"]
    assert {found["claim"]["statement"], found["other"]["statement"]} == {OLD, OLD.replace("P-101A", "P-7")}
    text = kgmem("conflicts").stdout
    assert found["claim"]["statement"] in text
    assert found["other"]["id"] in text
    assert kgmem.json("ask", "Which pump feeds V-12?", "--as-of", "2024-07-01")["status"] == "disputed"


def test_saved_queries_are_listed_with_their_headers_and_run_by_name(plant: Command) -> None:
    """The names that `queries` lists are those that `query` runs."""
    listed = {one["name"]: one for one in plant.json("queries")["queries"]}
    assert {"audit.claim_lineage", "audit.resting_on_source", "audit.claims_without_support"} <= listed.keys()
    for one in listed.values():
        assert one.keys() >= {"name", "title", "grain", "law", "why", "params", "returns", "order", "example"}
    text = plant("queries").stdout
    assert all(name in text for name in listed)
    found = plant.json("query", "audit.resting_on_source", "--param", "source=PID-7")
    assert found["columns"] == [column["name"] for column in listed["audit.resting_on_source"]["returns"]]
    assert len(found["rows"]) == 2
    lines = plant("query", "audit.resting_on_source", "--param", "source=PID-7").stdout.splitlines()
    assert lines[0].split("\t") == found["columns"]
    assert len(lines) == 3


def test_demo_tells_the_story_twice(kgmem: Command) -> None:
    """Start to end on a tenant of its own; the second time it starts from where the first left off: the same."""
    name = f"{kgmem.tenant}-demo"
    first = kgmem.json("demo", "--tenant", name)
    text = kgmem("demo", "--tenant", name).stdout
    assert [step["verb"] for step in first["steps"]] == [
        "ingest", "explain", "ingest", "ask", "ask", "explain", "history", "conflicts", "retract --dry-run", "retract",
        "ask", "restore",
    ]  # fmt: skip
    now, then, without = (step["result"] for step in first["steps"] if step["verb"] == "ask")
    assert now["answer"].startswith("P-104 feeds V-12")
    assert then["answer"].startswith("P-101A feeds V-12")
    assert (now["status"], then["status"]) == ("answered", "past")
    assert without["answer"].startswith("P-104 feeds V-12")
    believed = "updated by since 2024-09-18: P-104 feeds V-12 (by rule, the object has one at a time)"
    for line in (now["answer"], then["answer"], believed, "Undone", "supported again", "as before"):
        assert line in text
    assert "NOT as before" not in text
    assert json.loads(kgmem("ask", "x", "--json", code=3).stdout)["error"]["code"] == "tenant_not_found"


def test_schema_and_check_say_what_there_is(plant: Command) -> None:
    """As often as asked for."""
    applied = [plant.json("schema", "apply") for _ in range(2)]
    status = plant.json("schema", "status")
    check = plant.json("check")
    assert applied[0] == applied[1]
    assert applied[0]["version"] == status["schema"] == status["kgmem_schema"]
    assert status["current"] is True
    assert (status["embedding"], status["dimension"]) == ("bge-small", 384)
    assert check["problem"] is None
    assert "server: 20" in plant("check").stdout


@pytest.mark.parametrize("command", ["", "ingest", "db", "db dump"])
def test_every_command_explains_itself(plant: Command, command: str) -> None:
    """--help, on stdout."""
    assert "Usage:" in plant(*command.split(), "--help").stdout


def test_colours_are_for_terminals_only(plant: Command, claims: dict[str, Any]) -> None:
    """Command holds every call of every test to the other half: nothing of them in a pipe."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("KGMEM_", "NO_COLOR"))}
    env = clean | dict(plant.environment) | {"KGMEM_TENANT": plant.tenant, "TERM": "xterm-256color"}
    for arguments in (("explain", claims[OLD]["id"]), ("query", "audit.single_source")):
        assert "\x1b[1m" in on_a_terminal(*arguments, env=env)
        assert "\x1b" not in plant(*arguments).stdout


def test_version_is_told(plant: Command) -> None:
    """As installed."""
    assert plant("--version").stdout.startswith("kgmem 0.")
