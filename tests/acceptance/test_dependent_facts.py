"""Dependent facts: what rests on something that changed (laws T5, P5).

dependent_facts.json has the stories, all of 2026 in UTC, told by one narrator, a message a day: a fact, a fact that
rests on it or was caused or enabled by it, and a change. Each is then asked for, with the right answer: `new`, the
value that holds, without a doubt; `may no longer hold`, what was so, with that doubt; or `not known`. `rules` tells the
stories of which the rule distiller reads enough to answer what is new.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgmem import AsyncMemory
from kgmem.models import Answer

Story = dict[str, Any]

STORIES: list[Story] = json.loads((Path(__file__).parent / "dependent_facts.json").read_text(encoding="utf-8"))
BY = {"enabled_by": "enables", "caused_by": "causes"}


def session(story: Story, *, claimed: bool) -> dict[str, Any]:
    """The story as a session, with the claim of each line, or the words alone."""
    lines = list(enumerate(story["lines"]))
    messages = [
        {"id": f"m{number}", "speaker": "narrator", "text": line["text"], "sent_at": f"2026-{line['day']}T09:00:00Z"}
        for number, line in lines
    ]
    raw = {"id": "s", "started_at": messages[0]["sent_at"], "messages": messages}
    relations = [
        {"from": f"c{line[key]}", "to": f"c{number}", "type": type}
        for number, line in lines
        for key, type in BY.items()
        if key in line
    ]
    brought = {"claims": [claim(number, line) for number, line in lines], "relations": relations}
    return raw | (brought if claimed else {})


def claim(number: int, line: dict[str, Any]) -> dict[str, Any]:
    rests = [{"claim": f"c{line['rests_on']}"}] if "rests_on" in line else []
    what = line["object"]
    said = {"value": what} if isinstance(what, str) else {"object": dict(zip(("kind", "id"), what, strict=True))}
    return said | {
        "id": f"c{number}", "kind": "fact", "statement": line["text"].rstrip("."), "predicate": line["predicate"],
        "subject": dict(zip(("kind", "id"), line["subject"], strict=True)), "negated": line.get("denied", False),
        "confidence": 0.9, "support": [{"message": f"m{number}"}, *rests],
    }  # fmt: skip


def right(answer: Answer, kind: str, words: str) -> bool:
    told = answer.answer.partition(" [1]")[0]
    doubted = "may no longer hold" in answer.answer
    if kind == "not known":
        return answer.status == "unknown"
    return answer.status == "answered" and words in told and doubted == (kind == "may no longer hold")


async def wrong(memory: AsyncMemory, asks: list[list[str]]) -> list[str]:
    found = [(question, kind, words, await memory.ask(question)) for question, kind, words in asks]
    return [f"{q} {one.status}: {one.answer}" for q, kind, words, one in found if not right(one, kind, words)]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["name"])
async def test_what_depends_on_something_that_changed_says_so(memory: AsyncMemory, story: Story) -> None:
    """T5, P5: the new value where that is asked for; of what depended on the old one, that it may no longer hold."""
    stored = await memory.ingest(session(story, claimed=True))
    assert stored.totals.rejected_items == 0, stored
    assert await wrong(memory, story["asks"]) == []


@pytest.mark.parametrize("story", [one for one in STORIES if one["rules"]], ids=lambda story: story["name"])
async def test_the_new_value_is_told_from_the_words_alone(memory: AsyncMemory, story: Story) -> None:
    """T3: as the rules read it. They read no dependence between facts, so only the new value is asked for."""
    await memory.ingest(session(story, claimed=False))
    assert await wrong(memory, [ask for ask in story["asks"] if ask[1] == "new"]) == []


def test_there_are_enough_stories_of_different_kinds() -> None:
    assert len(STORIES) >= 30
    assert len({line["predicate"] for story in STORIES for line in story["lines"]}) >= 30
