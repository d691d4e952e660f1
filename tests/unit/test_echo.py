"""Case C42: recalled memory that comes back in a transcript is no observation, and its repetition no reason."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import document, fact, message, session

from kgmem import echo, ontology
from kgmem.distill.checked import Known, KnownClaim, Verified
from kgmem.distill.distiller import rules as rule_distiller
from kgmem.distill.grounds import Ground
from kgmem.distill.verify import claim_ids, observation_of, verify
from kgmem.echo import CLOSE, OPEN, Heard, said_in, take_out
from kgmem.formats import Sessions
from kgmem.formats.native import read_session
from kgmem.graph.rows import content_hash, note_rows
from kgmem.models import Session
from kgmem.recall.context import build

from .test_context import claim, note, path

BLOCK = build(
    [claim(1), claim(2, "Anna (the dentist) likes tea")],
    [path([2, 3], ["CAUSES"], "Anna buys a kettle")],
    [note(1, "The seal leaks.\nIt was seen on Monday."), note(2, "Yes, thanks.", sent_at=None)],
    2000,
).text
STORED = fact("c", "m", subject="P-101A", object="V-12", statement="P-101A feeds V-12")


def read(messages: list[Any], claims: list[Any] | None = None, **other: Any) -> Session:
    return read_session(session("s", messages, claims, **other), "UTC")


def recalled_then(text: str, **other: Any) -> Session:
    """A session into which memory was recalled, with a message after it."""
    return read([message("m1", BLOCK, role="user"), message("m2", text, **{"role": "assistant", **other})])


def run(messages: list[Any], claims: list[Any], known: Known | None = None, **other: Any) -> Verified:
    return verify(read(messages, claims, **other), "t", ontology.default(), known or Known(), "UTC")


def codes(found: Verified) -> dict[str, str]:
    return {one.item: one.code for one in found.rejected}


# ---- the block ----


def test_a_recalled_context_is_marked_and_taken_out_of_what_holds_it() -> None:
    assert BLOCK.startswith(OPEN)
    assert BLOCK.endswith(CLOSE)
    assert take_out(f"Before.\n{BLOCK}\nAfter.").text == "Before.\n\nAfter."
    assert take_out(BLOCK).text == ""
    assert take_out(f"{BLOCK} and {BLOCK}") == ("and", (BLOCK[len(OPEN) : -len(CLOSE)],) * 2)


@pytest.mark.parametrize("text", ["<evidence>a</evidence>", f"{OPEN} a", f"a {CLOSE}", "evidence kgmem", "", "{}"])
def test_what_is_no_whole_block_of_kgmems_stays(text: str) -> None:
    """Evidence of other programs, and half a block, are texts like any other."""
    assert take_out(text) == (text, ())


@given(st.text(alphabet=f"ab {OPEN}{CLOSE}[]():\n", max_size=60))
def test_whatever_a_person_says_a_block_around_it_is_taken_out_whole(text: str) -> None:
    """Nothing that stands in a block can close it, or leave a part of it behind."""
    rendered = build([claim(1, text or "x")], [], [note(1, text)], 2000).text
    assert take_out(f"{rendered}After") == ("After", (rendered[len(OPEN) : -len(CLOSE)],))


def test_the_reply_of_a_recall_is_taken_out_as_a_whole() -> None:
    """As `kgmem recall --json` prints it, the same texts stand around the block too."""
    reply = json.dumps({"context": BLOCK, "notes": [{"text": "The seal leaks."}]})
    assert take_out(reply).text == ""
    assert said_in(take_out(reply).blocks) == said_in(take_out(BLOCK).blocks)


def test_items_say_their_statement_or_their_text() -> None:
    """Without ids, figures, days and speakers; brackets of a statement are its own."""
    ids, texts = said_in(take_out(BLOCK).blocks)
    assert ids == (*(claim(number).id for number in (1, 2, 3)), note(1).id, note(2).id)
    assert texts == (
        "P-101A feeds V-12", "Anna (the dentist) likes tea", "Anna buys a kettle",
        "The seal leaks. It was seen on Monday.", "Yes, thanks.",
    )  # fmt: skip


SUMMARY = claim(7, "They settled on the harbour pump (for now).", kind="summary").model_copy(update={"id": "ses-07f"})
LINES = {
    "claim": ([claim(1)], [], []),
    "summary": ([SUMMARY], [], []),
    "path": ([], [path([2, 3], ["CAUSES"], "Anna buys a kettle")], []),
    "path over what is shown": ([claim(2), claim(3, "The seal is old")], [path([2, 3], ["CAUSES"])], []),
    "message": ([], [], [note(1, "The seal leaks.")]),
    "all": (
        [claim(1), SUMMARY, claim(2, "Anna (the dentist) likes tea")],
        [path([3, 4], ["UPDATES"], "Anna buys a kettle"), path([1, 2], ["BEFORE"])],
        [note(1, "The seal leaks."), note(2, "It was seen (twice).")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_every_item_of_a_context_is_read_back_by_itself(name: str) -> None:
    """Claims, summaries of sessions, what paths go over and messages; how a path hangs together is no item."""
    claims, paths, notes = LINES[name]
    built = build(claims, paths, notes, 4000)
    assert not built.truncated
    said = {one.id: one.statement for one in claims}
    for one in paths:
        said |= {event.id: event.statement for event in one.events if event.id not in said}
    said |= {one.id: one.text for one in notes}
    assert said_in(take_out(built.text).blocks) == (tuple(said), tuple(said.values()))


# ---- what is an echo ----


@pytest.mark.parametrize(
    ("text", "echoed"),
    [
        ("P-101A feeds V-12", True),
        ("p-101a  feeds v-12 [1].", True),
        ("As far as I remember, P-101A feeds V-12!", True),
        ("It was seen on Monday. The seal leaks.", True),
        ("The seal", True),
        ("P-101A feeds V-12. It was repaired today.", False),
        ("P-101B feeds V-12", False),
        ("P-101A feeds V-123", False),
        ("Yes, thanks, the pump stopped.", False),
        ("...", False),
    ],
)
def test_a_text_is_an_echo_where_every_sentence_says_what_was_recalled(text: str, echoed: bool) -> None:
    """Word by word, whatever case, marks and space; what is short is in everything that is said."""
    assert Heard(recalled_then(text)).repeats(0) == echoed


@pytest.mark.parametrize(
    ("other", "echoed"),
    [
        ({"role": "assistant"}, True),
        ({"role": "tool"}, True),
        ({"role": "user"}, False),
        ({"role": None}, False),
        ({"role": "tool", "source": document("D-1")}, False),
        ({"role": "assistant", "source": {"kind": "tool", "id": "search"}}, True),
    ],
)
def test_people_and_documents_may_say_it_again(other: dict[str, Any], echoed: bool) -> None:
    """Whoever confirms what was recalled gives a reason; a document counts once however often it is read."""
    assert Heard(recalled_then("P-101A feeds V-12", **other)).repeats(0) == echoed


def test_in_a_task_what_names_no_role_is_the_agents() -> None:
    said = [message("m1", BLOCK), message("m2", "P-101A feeds V-12")]
    assert [Heard(read(said, kind=kind)).repeats(0) for kind in ("conversation", "task")] == [False, True]


def test_what_was_said_before_a_recall_is_no_echo_of_it() -> None:
    said = [message("m1", "P-101A feeds V-12", role="assistant"), message("m2", BLOCK, role="user")]
    assert not Heard(read(said)).repeats(0)
    both = read([message("m1", f"{BLOCK}\nP-101A feeds V-12", role="assistant")])
    assert Heard(both).repeats(0)


# ---- sessions ----


def test_a_message_that_is_nothing_but_recalled_memory_is_no_observation() -> None:
    """And of others the rest is: text, ids and positions are those of a session without it."""
    kept = [message("m1", "Which pump feeds V-12?", role="user"), message(None, "It is P-101A.", role="assistant")]
    del kept[1]["id"]
    bare = read(kept)
    held = read([message("m0", BLOCK), {**kept[0], "text": f"{BLOCK}\n\n{kept[0]['text']}"}, kept[1]])
    assert held.messages == bare.messages
    assert [warning.code for warning in held.warnings] == ["echo_dropped", "echo_dropped"]
    assert [(one.before, one.message, one.whole) for one in held.recalled] == [(0, "m0", True), (0, "m1", False)]
    ids = [[row["id"] for row in note_rows(one, "t", "ses-1")] for one in (held, bare)]
    assert ids[0] == ids[1]


def test_sessions_without_recalled_memory_keep_their_hashes() -> None:
    """I2: what is stored stays the same input, and its messages need not be read again."""
    bare = read([message("m1", "Alpha."), message("m2", "Beta.", role="assistant")])
    assert content_hash(bare) == "61fe86d4b669df14a906bf9335c3583c6ba12d94e9a14e7d1b1ac209a1dead11"
    held = recalled_then("Beta.")
    assert content_hash(held) != content_hash(read([message("m2", "Beta.", role="assistant")]))
    again = read([message("m1", f"{BLOCK}\nAlpha."), message("m2", "Beta.", role="assistant")])
    hashes = [[row["properties"]["content_hash"] for row in note_rows(one, "t", "s")] for one in (bare, again)]
    assert hashes[0][0] == hashes[1][0]
    assert hashes[0][1] != hashes[1][1]  # what an assistant says after a recall may be its echo


def test_memory_that_was_recalled_into_an_instruction_is_known() -> None:
    """Instructions are not stored, yet what an assistant says after them may repeat what they hold."""
    chat = [
        {"role": "system", "content": f"Be helpful.\n{BLOCK}"},
        {"role": "user", "content": "Which pump feeds V-12?"},
        {"role": "assistant", "content": "P-101A feeds V-12."},
    ]
    (found,) = Sessions([{"messages": chat}])
    assert isinstance(found, Session)
    assert [one.text for one in found.messages] == ["Which pump feeds V-12?", "P-101A feeds V-12."]
    assert [Heard(found).repeats(place) for place in range(2)] == [False, True]


async def test_the_rule_distiller_skips_what_repeats_recalled_memory() -> None:
    rules = rule_distiller("strict", ontology.default())
    block = build([], [], [note(1, "You like tea.", speaker="helper")], 2000).text
    said = [
        message("m1", "Hello.", role="user", speaker="Anna"),
        message("m2", "You like tea. You live in Oslo.", role="assistant", speaker="helper"),
        message("m3", "Yes. I like tea.", role="user", speaker="Anna"),
    ]
    told = {}
    for first in ("Hello.", f"{block} Hello."):
        one = read([{**said[0], "text": first}, *said[1:]])
        cite = [observation_of("t", "s", place, each) for place, each in enumerate(one.messages)]
        found = (await rules.distil(one, cite, range(len(one.messages)), nobody)).claims
        told[first] = [(claim["id"][:2], claim["support"][0]["quote"]) for claim in found]
    assert [quote for _, quote in told["Hello."]] == ["You like tea", "You live in Oslo", "I like tea"]
    assert told[f"{block} Hello."] == told["Hello."][1:]


async def nobody(keys: Sequence[str], group: str | None) -> list[Any]:
    """A store that knows no entity."""
    return []


# ---- claims that a session brings ----

AFTER = [message("m1", BLOCK, role="user"), message("m2", "P-101A feeds V-12. The valve is open.", role="assistant")]


@pytest.mark.parametrize(
    ("support", "code"),
    [
        ("m2", None),
        ({"message": "m2", "quote": "P-101A feeds V-12"}, "echo"),
        ({"message": "m2", "quote": "The valve is open"}, None),
        ("m1", "echo"),
        ([{"message": "m2", "quote": "P-101A feeds V-12"}, "m9"], "echo"),
        ([{"message": "m2", "quote": "P-101A feeds V-12"}, {"message": "m2", "quote": "valve is open"}], None),
        ([{"message": "m2", "quote": "P-101A feeds V-12"}, "m3"], None),
        ("m9", "dangling_support"),
    ],
)
def test_a_claim_that_rests_on_nothing_but_an_echo_is_rejected(support: Any, code: str | None) -> None:
    """Whatever else it cites that says nothing, either."""
    found = run([*AFTER, message("m3", "I saw P-101A and V-12 myself.", role="user")], [{**STORED, "support": support}])
    assert codes(found) == ({} if code is None else {"c": code})


def test_an_echo_beside_another_support_is_left_out() -> None:
    support = [{"message": "m2", "quote": "P-101A feeds V-12"}, "m3"]
    found = run([*AFTER, message("m3", "I saw P-101A and V-12 myself.", role="user")], [{**STORED, "support": support}])
    (accepted,) = found.claims
    assert len(accepted.supports) == 1
    assert [one.code for one in found.warnings] == ["echo_dropped", "echo_dropped"]


def test_a_quote_from_the_block_itself_is_an_echo() -> None:
    messages = [message("m1", f"{BLOCK}\nWhich pump feeds V-12?", role="user")]
    support = {"message": "m1", "quote": "P-101A feeds V-12"}
    assert codes(run(messages, [{**STORED, "support": support}])) == {"c": "echo"}
    support["quote"] = "nowhere to be found"
    assert codes(run(messages, [{**STORED, "support": support}])) == {"c": "quote_not_found"}


def test_an_assistant_that_words_the_recalled_claim_anew_says_nothing_new() -> None:
    """The claim is known by its id, whatever the words; what a tool finds out is a reason all the same."""
    (id,) = claim_ids(read([message("m2", "x")], [{**STORED, "support": "m2"}]), "t", ontology.default(), None)
    block = build([claim(1).model_copy(update={"id": id})], [], [], 2000).text
    for role, expected in (("assistant", {"c": "echo"}), ("tool", {}), ("user", {})):
        said = [message("m1", block, role="user"), message("m2", "The feed of V-12 is from P-101A.", role=role)]
        assert codes(run(said, [{**STORED, "support": "m2"}])) == expected


def test_what_rests_on_an_item_that_only_repeats_rests_on_the_claim_that_was_recalled() -> None:
    """So a conclusion from recalled memory is kept, with the sources of that."""
    (id,) = claim_ids(read([message("m2", "x")], [{**STORED, "support": "m2"}]), "t", ontology.default(), None)
    block = build([claim(1).model_copy(update={"id": id})], [], [], 2000).text
    said = [message("m1", block, role="user"), message("m2", "P-101A feeds V-12.", role="assistant")]
    above = fact("d", {"claim": "c"}, subject="V-12", object="P-101A", statement="V-12 depends on P-101A")
    known = Known({id: KnownClaim("P-101A feeds V-12", 3, Ground(frozenset({"src-1"})))})
    for claims in ([{**STORED, "support": "m2"}, above], [above, {**STORED, "support": "m2"}]):
        found = run(said, claims, known)
        assert codes(found) == {"c": "echo"}
        (kept,) = found.claims
        assert ([one.id for one in kept.supports], kept.ground.sources, kept.rank) == ([id], {"src-1"}, 4)


def test_the_tag_needs_no_quotation_marks() -> None:
    """So that it is the same in JSON."""
    assert json.dumps(OPEN + CLOSE) == f'"{OPEN}{CLOSE}"'
    assert echo.block("x") == f"{OPEN}x{CLOSE}"
