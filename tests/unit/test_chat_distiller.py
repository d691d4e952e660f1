"""What a chat model is told of a session, and what is made of its replies, without a store."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scripted import ScriptedModel
from support import message, session

from kgmem import ontology
from kgmem.distill import choosing, providers
from kgmem.distill.answers import Answers
from kgmem.distill.chat import ModelDistiller
from kgmem.distill.checked import Known
from kgmem.distill.choosing import Chat
from kgmem.distill.distiller import Distillation, Rules
from kgmem.distill.merging import merged
from kgmem.distill.model import Caller
from kgmem.distill.shapes import SessionShape
from kgmem.distill.telling import MAX_KEYS, labels, name_keys
from kgmem.distill.verify import verify
from kgmem.errors import UsageError
from kgmem.formats.native import read_session
from kgmem.formats.reading import Origin
from kgmem.models import Session

CHAT = Chat(timeout=5, attempts=1, part_chars=24_000)


def read(given: dict[str, Any]) -> Session:
    return read_session(given, None, Origin())


async def nobody(keys: Sequence[str], group: str | None) -> list[Any]:
    """A store that knows no entity."""
    return []


async def distilled(given: Session, *replies: Any, part_chars: int = 24_000) -> tuple[Distillation, ScriptedModel]:
    model = ScriptedModel(script=list(replies))
    distiller = ModelDistiller(Caller(model, attempts=1), ontology.default(), None, part_chars)
    cite = [f"obs-{place}" for place in range(len(given.messages))]
    return await distiller.distil(given, cite, range(len(given.messages)), nobody), model


TALK = read(session("s", [message("a", "I live in Oslo since May."), {"speaker": "Bo", "text": "Maybe we meet."}]))


def answered(claims: list[Any], relations: Sequence[Any] = (), part: int | None = None) -> Answers:
    answers = Answers(TALK, labels(TALK), ["obs-0", "obs-1"], "p:m")
    answers.add(claims, relations, part)
    return answers


# ---- what it is told ----


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([None, None], ["m1", "m2"]),
        (["a", None], ["a", "m2"]),
        (["m2", None], ["m2", "mm2"]),
        (["m2", None, "mm7"], ["m2", "mmm2", "mm7"]),
    ],
)
def test_messages_without_an_id_get_one_that_no_other_has(ids: list[str | None], expected: list[str]) -> None:
    said = [{"speaker": "A", "text": f"{n}"} | ({"id": id} if id else {}) for n, id in enumerate(ids)]
    assert labels(read(session("s", said))) == expected


def test_names_that_may_be_meant_are_folded_bounded_and_in_order() -> None:
    said = [
        {"speaker": "Ann  Lee", "text": "I met Zoë Marsh of Acme at pump P-101A.",
         "source": {"kind": "document", "id": "PID-7", "title": "Piping Diagram 7"}},
    ]  # fmt: skip
    keys = name_keys(read(session("s", said, title="Visit")))
    assert keys[:3] == ["ann lee", "pid-7", "piping diagram 7"]
    assert {"zoë marsh", "acme", "p-101a", "met"} <= set(keys)
    assert keys.index("zoë marsh") < keys.index("met")
    many = read(session("s", [message("m", " ".join(f"Name{n}" for n in range(2 * MAX_KEYS)))]))
    assert len(name_keys(many)) == MAX_KEYS


async def test_a_prompt_names_what_is_cut_and_where_a_message_is_from() -> None:
    said = [
        {"id": "m1", "speaker": "Ann", "role": "user", "text": "one two three. " * 100, "locator": "page 2",
         "source": {"kind": "document", "id": "PID-7"}},
    ]  # fmt: skip
    _, model = await distilled(read(session("s", said)), *[{"claims": []}] * 9, part_chars=1_000)
    assert len(model.prompts) == 2
    assert "Part 1 of 2; the parts overlap." in model.prompts[0]
    row = json.loads(next(line for line in model.prompts[0].splitlines() if line.startswith('{"id": "m1"')))
    assert (row["source"], row["locator"], row["role"]) == ("document PID-7", "page 2", "user")
    assert row["characters"] == f"0 to {len(row['text'])} of 1500"


def test_the_schema_shows_every_field_and_closed_kind() -> None:
    """Items are read one by one, so the shape takes anything; the model is shown what is wanted."""
    schema = SessionShape.model_json_schema()
    claim = schema["$defs"]["ClaimShape"]
    assert claim["properties"]["kind"]["enum"] == ["fact", "action", "state_change", "preference", "plan"]
    assert {"from", "to", "type"} <= set(schema["$defs"]["RelationShape"]["properties"])
    assert SessionShape.model_validate({"claims": ["anything", 1, None]}).claims == ["anything", 1, None]


# ---- what is made of a reply ----


def test_supports_name_messages_by_what_they_were_called() -> None:
    quoted = [{"message": "a", "quote": "Oslo"}, {"message": "m2; a", "quote": "meet"}, {"claim": "c2"}]
    (item, _) = answered([{"id": "c1", "support": quoted}, {"id": "c2", "support": []}]).items
    assert item["support"] == [
        {"message": "a", "quote": "Oslo"}, {"message": "obs-1", "quote": "meet"}, {"message": "a", "quote": "meet"},
        {"claim": "c2"},
    ]  # fmt: skip
    assert item["model"] == "p:m"


@pytest.mark.parametrize(
    ("support", "why"),
    [
        ([{"message": "a"}], "a is named without a quote"),
        (["a"], "a is named without a quote"),
        ("a", "a is named without a quote"),
        ([{"message": "a", "quote": " "}], "a is named without a quote"),
        ([{"message": f"obs-{'0' * 32}", "quote": "Oslo"}], "is no id that it was given"),
        ([{"claim": f"clm-{'0' * 32}"}], "is no id that it was given"),
    ],
)
def test_a_citation_that_shows_nothing_is_dropped(support: Any, why: str) -> None:
    answers = answered([{"id": "c1", "support": support}])
    assert answers.items[0]["support"] == []
    (warning,) = answers.warnings
    assert (warning.code, why in warning.detail) == ("citation_dropped", True)


@pytest.mark.parametrize(
    ("field", "words", "kept"),
    [
        ("anchor", "since May", True),
        ("anchor", "Since  may", True),
        ("anchor", "ay", False),
        ("anchor", "2026-05-01", False),
        ("world_from", "May", True),
        ("until", "May", True),
        ("until", "June", False),
        ("world_to", "May", True),
    ],
)
def test_words_about_time_count_where_a_supporting_message_holds_them(field: str, words: str, kept: bool) -> None:
    """T1, for a distiller: from one border between words to another."""
    answers = answered([{"id": "c1", field: words, "support": [{"message": "a", "quote": "Oslo"}]}])
    target = "anchor" if field in ("anchor", "world_from") else "world_to"
    assert answers.items[0].get(target) == (words if kept else None)
    assert [one.code for one in answers.warnings] == ([] if kept else ["anchor_unresolved"])
    assert not {"until", "world_from"} & set(answers.items[0])


def test_words_about_time_of_another_message_do_not_count() -> None:
    """ "Maybe" holds no May, and the other message is none that it rests on."""
    answers = answered([{"id": "c1", "anchor": "May", "support": [{"message": "m2", "quote": "Maybe"}]}])
    assert "anchor" not in answers.items[0]


def test_words_about_time_may_stand_below_a_claim_that_it_rests_on() -> None:
    below = {"id": "c2", "support": [{"message": "a", "quote": "Oslo"}, {"claim": "c1"}]}
    answers = answered([{"id": "c1", "anchor": "May", "support": [{"claim": "c2"}]}, below])
    assert answers.items[0]["anchor"] == "May"


def test_words_about_time_in_unspaced_script_need_no_border() -> None:
    talk = read(session("s", [message("a", "我上周五搬到奥斯陆了")]))
    answers = Answers(talk, ["a"], ["obs-0"], "p:m")
    answers.add([{"id": "c1", "anchor": "上周五", "support": [{"message": "a", "quote": "搬到"}]}], [], None)
    assert answers.items[0]["anchor"] == "上周五"


def test_ids_of_several_parts_never_meet() -> None:
    claims = [{"id": 1, "support": [{"claim": 2}]}, {"id": 2, "support": []}, {"support": []}]
    answers = answered(claims, [{"from": 1, "to": "2", "type": "causes"}, {"to": "elsewhere"}, "odd"], part=3)
    assert [item["id"] for item in answers.items] == ["3.1", "3.2", "3.claims[2]"]
    assert answers.items[0]["support"] == [{"claim": "3.2"}]
    assert [one if isinstance(one, str) else (one["id"], one["from"], one["to"]) for one in answers.relations] == [
        ("3.relations[0]", "3.1", "3.2"), ("3.relations[1]", "", "elsewhere"), "odd",
    ]  # fmt: skip


def test_items_that_are_none_are_left_for_the_checks_to_name() -> None:
    assert answered(["a claim", 7, None]).items == ["a claim", 7, None]


# ---- parts ----


def stated(id: str, quote: str, **other: Any) -> dict[str, Any]:
    return {
        "id": id, "kind": "fact", "statement": "A lives in Oslo", "subject": {"kind": "person", "id": "A"},
        "predicate": "lives_in", "object": {"kind": "city", "id": "Oslo"}, "confidence": 0.5,
        "support": [{"message": "a", "quote": quote}], **other,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("second", "left"),
    [
        (stated("2.c1", "Oslo", statement="Oslo is A's home", confidence=0.9), ["1.c1"]),
        (stated("2.c1", "Oslo", confidence="high"), ["1.c1", "2.c1"]),
        (stated("1.c2", "Oslo"), ["1.c1", "1.c2"]),
        (stated("2.c1", "Oslo", anchor="May"), ["1.c1", "2.c1"]),
        (stated("2.c1", "Oslo", negated=True), ["1.c1", "2.c1"]),
        (stated("2.c1", "meet", support=[{"message": "obs-1", "quote": "meet"}]), ["1.c1", "2.c1"]),
    ],
    ids=["said again", "cannot be read", "same part", "another time", "another claim", "another message"],
)
def test_parts_that_claim_the_same_by_the_same_message_claim_it_once(second: dict[str, Any], left: list[str]) -> None:
    first = stated("1.c1", "live in Oslo")
    resting = stated("2.c9", "", predicate="knows", support=[{"claim": "2.c1"}])
    relations = ({"from": "2.c9", "to": second["id"], "type": "causes"}, "odd")
    done = merged(TALK.model_copy(update={"claims": (first, second, resting, "odd"), "relations": relations}),
                  ontology.default(), None)  # fmt: skip
    assert [one["id"] for one in done.claims[:-2]] == left
    if left == ["1.c1"]:
        assert done.claims[0]["confidence"] == 0.9
        assert done.claims[1]["support"] == [{"claim": "1.c1"}]
        assert (done.relations[0]["to"], done.claims[-1], done.relations[1]) == ("1.c1", "odd", "odd")


async def test_a_part_that_fails_fails_the_session() -> None:
    """No half of a session is taken for the whole."""
    long = read(session("s", [message(f"m{n}", "word " * 150) for n in range(3)]))
    done, model = await distilled(long, {"claims": []}, "no", "no", part_chars=1_000)
    assert len(model.prompts) == 3
    assert done.failure is not None
    assert (done.failure.code, done.reply, done.usage.calls, done.claims) == ("bad_reply", "no", 3, ())


async def test_summaries_of_parts_are_joined() -> None:
    long = read(session("s", [message(f"m{n}", "word " * 150) for n in range(2)]))
    done, _ = await distilled(
        long, {"summary": "One.", "claims": []}, {"summary": None, "claims": []}, part_chars=1_000
    )
    assert done.summary == "One."


async def test_blank_session_asks_nothing() -> None:
    done, model = await distilled(read(session("s", [message("m", " ")])))
    assert (done, model.prompts) == (Distillation(), [])


# ---- which distiller ----


def test_the_rules_read_where_no_model_is_given_or_asked_for() -> None:
    assert isinstance(choosing.resolve(None, "strict", ontology.default(), CHAT, None), Rules)
    given = Chat(5, 1, 24_000, model=ScriptedModel(script=[]), name="openai:m")
    assert isinstance(choosing.resolve("rules", "strict", ontology.default(), given, None), Rules)
    assert choosing.resolve("none", "strict", ontology.default(), given, None) is None
    by_model = choosing.resolve(None, "strict", ontology.default(), given, None)
    assert by_model is not None
    assert by_model.name == "scriptedmodel:one distil/1"


def test_a_model_is_found_by_name_without_retries_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that calls are counted, and waits are kgmem's."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    set_ = Chat(5, 1, 24_000, name="openai:m-1")
    found = choosing.resolve(None, "strict", ontology.default(), set_, None)
    assert found is not None
    assert found.name == "openai:m-1 distil/1"
    assert providers.resolve("openai:m-1").max_retries == 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chat", "rules, none, and provider:model"),
        (":m", "rules, none, and provider:model"),
        ("openai:", "rules, none, and provider:model"),
        ("nobody:m", "anthropic, "),
        ("groq:m", "pip install langchain-groq"),
        ("openai:m", "API_KEY"),
    ],
)
def test_a_model_that_cannot_be_used_says_what_to_do(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setitem(sys.modules, "langchain_groq", None)
    with pytest.raises(UsageError, match=said):
        choosing.resolve(name, "strict", ontology.default(), CHAT, None)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(UsageError, match="strict, liberal"):
        choosing.resolve("rules", "loud", ontology.default(), CHAT, None)


# ---- anything at all ----

FIELDS = ("id", "kind", "message", "claim", "quote", "from", "to")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["a", "c1", "May"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6),
    max_leaves=8,
)
ITEM = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["c1", "c2"]) | JSON, "kind": st.sampled_from(["fact", "plan", "mood"]),
        "statement": st.just("It is so") | JSON, "subject": st.just({"id": "Ann"}) | JSON,
        "predicate": st.just("knows") | JSON, "object": JSON, "participants": JSON, "negated": st.booleans() | JSON,
        "confidence": st.just(0.5) | JSON, "anchor": JSON, "until": JSON,
        "support": st.just([{"message": "a", "quote": "Oslo"}]) | st.just([{"claim": "c1"}]) | JSON,
    },
)  # fmt: skip
RELATION = st.fixed_dictionaries(
    {"from": st.just("c1") | JSON, "to": st.just("c2") | JSON, "type": st.just("causes") | JSON},
    optional={"id": JSON, "confidence": JSON, "justification": JSON},
)


@example([[{"id": 2}, {"id": 2}]], [])
@given(st.lists(st.lists(ITEM | JSON, max_size=3), min_size=1, max_size=2), st.lists(RELATION | JSON, max_size=3))
def test_whatever_is_replied_each_item_is_accepted_or_refused(parts: list[list[Any]], relations: list[Any]) -> None:
    """No reply breaks a run, and no claim vanishes without a word."""
    answers = Answers(TALK, labels(TALK), ["obs-0", "obs-1"], "p:m")
    for number, claims in enumerate(parts, start=1):
        answers.add(claims, relations, number)
    replied = TALK.model_copy(update={"claims": tuple(answers.items), "relations": tuple(answers.relations)})
    done = merged(replied, ontology.default(), None)
    verify(done, "t", ontology.default(), Known(), None)
    checked = verify(done.model_copy(update={"relations": ()}), "t", ontology.default(), Known(), None)
    assert len(checked.claims) + len(checked.rejected) == len(done.claims) <= sum(map(len, parts))
