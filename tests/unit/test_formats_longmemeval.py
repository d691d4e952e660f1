"""LongMemEval's shape: what becomes of a haystack, and of one that is not as published."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import InputError
from kgmem.formats import Sessions, Unreadable, longmemeval
from kgmem.graph.rows import content_hash
from kgmem.models import Session


def turn(role: str, content: Any, **other: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **other}


QUESTION: dict[str, Any] = {
    "question_id": "q-17",
    "question_type": "knowledge-update",
    "question": "How fast is the line?",
    "question_date": "2023/05/01 (Mon) 08:00",
    "answer": 900,
    "answer_session_ids": ["line_2"],
    "haystack_session_ids": ["line_1", "line_2"],
    "haystack_dates": ["2023/04/10 (Mon) 17:50", "2023/04/12 (Wed) 00:05"],
    "haystack_sessions": [
        [turn("user", "The line does 300 Mbps."), turn("assistant", "Noted.")],
        [turn("user", "It does 900 Mbps now.", has_answer=True)],
    ],
}


def read(data: Any, **options: Any) -> list[Session]:
    found = list(Sessions(data, **options))
    assert not [one for one in found if isinstance(one, Unreadable)]
    return found  # type: ignore[return-value]


def codes(found: Session) -> list[str]:
    return [warning.code for warning in found.warnings]


def test_each_session_of_a_haystack_is_one() -> None:
    """The question is the group; who speaks is the role; a turn has the time of its session, read as UTC."""
    first, second = read(QUESTION)
    assert (first.external_id, second.external_id) == ("q-17/line_1", "q-17/line_2")
    assert first.group == second.group == "q-17"
    assert first.started_at == datetime(2023, 4, 10, 17, 50, tzinfo=UTC)
    assert [(one.speaker, one.role, one.text, one.id, one.sent_at) for one in first.messages] == [
        ("user", "user", "The line does 300 Mbps.", None, first.started_at),
        ("assistant", "assistant", "Noted.", None, first.started_at),
    ]
    assert not first.brings_claims


def test_neither_question_nor_answer_nor_marks_are_read() -> None:
    """They are no observations, and no fields that were missed either."""
    first, second = read(QUESTION)
    assert (codes(first), codes(second)) == (["tz_assumed"], [])
    assert "How fast" not in str(first) + str(second)


def test_the_zone_is_assumed_once_a_file(tmp_path: Path) -> None:
    """Interface: one `tz_assumed` a file, whether it is a list, an object or an object a line; none without a date."""
    other = {**QUESTION, "question_id": "q-18"}
    for name, text, count in (
        ("list.json", json.dumps([QUESTION, other]), 4),
        ("lines.jsonl", f"{json.dumps(QUESTION)}\n{json.dumps(other)}\n", 4),
        ("one.json", json.dumps(QUESTION, indent=2), 2),
    ):
        (tmp_path / name).write_text(text)
        found = read(tmp_path / name)
        assert [codes(one) for one in found] == [["tz_assumed"], *[[]] * (count - 1)]
    assert [codes(one) for one in read(tmp_path)].count(["tz_assumed"]) == 3
    assert [codes(one) for one in read({**QUESTION, "haystack_dates": None})] == [[], []]


def test_session_id_that_a_haystack_repeats_stays_repeated_and_is_told_apart_by_its_date() -> None:
    """C17, the input of the case: an ingest takes neither of the two; same words on two days are two contents."""
    same = [turn("user", "I ran five kilometres.")]
    first, other, second = read({
        "question_id": "a",
        "haystack_session_ids": ["a_1", "b", "a_1"],
        "haystack_dates": ["2023/04/02 (Sun) 09:00", "2023/04/05 (Wed) 09:00", "2023/04/09 (Sun) 09:00"],
        "haystack_sessions": [same, same, same],
    })  # fmt: skip
    assert first.external_id == second.external_id == "a/a_1" != other.external_id
    assert first.messages[0].text == second.messages[0].text
    assert content_hash(first) != content_hash(second)
    assert (first.started_at, second.started_at) == (
        datetime(2023, 4, 2, 9, tzinfo=UTC),
        datetime(2023, 4, 9, 9, tzinfo=UTC),
    )


def test_the_same_session_in_two_haystacks_is_two() -> None:
    found = read([QUESTION, {**QUESTION, "question_id": "q-18"}])
    assert len({one.external_id for one in found}) == 4


def test_date_or_id_without_a_session_is_left_out_and_said() -> None:
    """C18."""
    longer = {
        **QUESTION,
        "haystack_session_ids": ["line_1", "line_2", "x", "y"],
        "haystack_dates": [*QUESTION["haystack_dates"], "2023/04/13 (Thu) 09:00"],
    }
    first, second = read(longer)
    assert (codes(first), codes(second)) == (["tz_assumed", "orphan_date", "orphan_date"], [])
    assert [one.detail for one in first.warnings[1:]] == [
        "q-17: the date '2023/04/13 (Thu) 09:00' has no session",
        "q-17: the id 'y' has no session",
    ]


@pytest.mark.parametrize(
    ("changes", "ids"),
    [
        ({"haystack_session_ids": None}, ["q-17/0", "q-17/1"]),
        ({"haystack_session_ids": ["line_1"]}, ["q-17/line_1", "q-17/1"]),
        ({"haystack_session_ids": [None, " "]}, ["q-17/0", "q-17/1"]),
        ({"haystack_session_ids": [7, 0]}, ["q-17/7", "q-17/0"]),
        ({"question_id": 17}, ["17/line_1", "17/line_2"]),
    ],
)
def test_id_that_is_missing_is_the_position(changes: dict[str, Any], ids: list[str]) -> None:
    """C18."""
    assert [one.external_id for one in read({**QUESTION, **changes})] == ids


def test_date_that_is_missing_is_an_unknown_time() -> None:
    first, second = read({**QUESTION, "haystack_dates": [None]})
    assert first.started_at is second.started_at is second.messages[0].sent_at is None


def test_question_without_id_goes_by_its_file_else_by_its_content(tmp_path: Path) -> None:
    """I1: two such questions are two groups, and each is the same one again."""
    bare = {name: value for name, value in QUESTION.items() if name != "question_id"}
    for name, data, groups in (
        ("oracle.json", bare, {"oracle"}),
        ("many.json", [bare, bare], {"many-0", "many-1"}),
        ("lines.jsonl", f"{json.dumps(bare)}\n\n{json.dumps(bare)}", {"lines-1", "lines-3"}),
    ):
        (tmp_path / name).write_text(data if isinstance(data, str) else json.dumps(data))
        assert {one.group for one in read(tmp_path / name)} == groups
    other = {**bare, "haystack_sessions": [[turn("user", "x")]]}
    assert read(bare) == read(dict(bare))
    assert read(bare)[0].group != read(other)[0].group


def test_an_empty_session_of_a_haystack_is_kept_and_said() -> None:
    """C11."""
    first, _ = read({**QUESTION, "haystack_sessions": [[], [turn("user", "x")]]})
    assert (first.messages, codes(first)) == ((), ["empty_session", "tz_assumed"])


WRONG: dict[str, tuple[str, Any, str]] = {
    "turns": ("haystack_sessions", ["hi", None], "haystack_sessions.0"),
    "turn": ("haystack_sessions", [["hi"], None], "haystack_sessions.0.0"),
    "role": ("haystack_sessions", [[turn("boss", "x")], None], "haystack_sessions.0.0.role"),
    "role list": ("haystack_sessions", [[turn(["user"], "x")], None], "haystack_sessions.0.0.role"),  # type: ignore[arg-type]
    "no role": ("haystack_sessions", [[{"content": "x"}], None], "haystack_sessions.0.0.role"),
    "no content": ("haystack_sessions", [[{"role": "user"}], None], "haystack_sessions.0.0.content"),
    "content": ("haystack_sessions", [[turn("user", 7)], None], "haystack_sessions.0.0.content"),
    "date words": ("haystack_dates", ["yesterday", None], "haystack_dates.0"),
    "date number": ("haystack_dates", [20230410, None], "haystack_dates.0"),
    "no such day": ("haystack_dates", ["2023/02/30 (Thu) 09:00", None], "haystack_dates.0"),
    "no such hour": ("haystack_dates", ["2023/02/20 (Mon) 24:00", None], "haystack_dates.0"),
    "id": ("haystack_session_ids", [{"a": 1}, "line_2"], "haystack_session_ids.0"),
    "id not finite": ("haystack_session_ids", [float("nan"), "line_2"], "haystack_session_ids.0"),
}


@pytest.mark.parametrize(("name", "value", "field"), WRONG.values(), ids=WRONG)
def test_wrong_session_of_a_haystack_is_set_apart_and_names_the_field(name: str, value: list[Any], field: str) -> None:
    """C18, C55: never a KeyError, and its siblings stand."""
    value = [value[0], QUESTION[name][1] if value[1] is None else value[1]]
    wrong, right = Sessions([{**QUESTION, name: value}])
    assert isinstance(wrong, Unreadable)
    assert isinstance(right, Session)
    assert wrong.error.field == field
    assert wrong.external_id in ("q-17/line_1", "q-17/0")
    assert (right.external_id, codes(right)) == ("q-17/line_2", ["tz_assumed"])


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({**QUESTION, "haystack_sessions": None}, "haystack_sessions"),
        ({**QUESTION, "haystack_sessions": []}, "haystack_sessions"),
        ({**QUESTION, "haystack_sessions": {"a": []}}, "haystack_sessions"),
        ({**QUESTION, "haystack_dates": "2023"}, "haystack_dates"),
        ({**QUESTION, "question_id": ["q"]}, "question_id"),
        ({"haystack_session_ids": ["a_1"], "haystack_dates": ["2023/04/02 (Sun) 09:00"]}, "haystack_sessions"),
    ],
)
def test_wrong_question_is_an_error_that_names_the_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as error:
        read(data)
    assert error.value.field == field
    wrong, *right = Sessions([data, QUESTION])
    assert isinstance(wrong, Unreadable)
    assert len(right) == 2


def test_field_names_its_place_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "lme.json").write_text(json.dumps([QUESTION, {**QUESTION, "haystack_sessions": [[7]]}, 7]))
    wrong = [one for one in Sessions(tmp_path / "lme.json") if isinstance(one, Unreadable)]
    assert [one.error.field for one in wrong] == ["1.haystack_sessions.0.0", "2"]
    assert "question" in wrong[1].reason


@pytest.mark.parametrize(
    ("data", "known"),
    [(QUESTION, True), ({"haystack_dates": []}, True), ({"question_id": "q"}, False), ([], False), (7, False)],
)
def test_it_is_recognised_by_its_content(data: Any, known: bool) -> None:
    assert longmemeval.recognises(data) is known


def test_it_can_be_named() -> None:
    assert read(QUESTION, format="longmemeval") == read(QUESTION)
    with pytest.raises(InputError):
        read(QUESTION, format="native")
