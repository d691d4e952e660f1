#!/usr/bin/env python3
"""Evidence recall on LoCoMo without a model: which share of a question's gold messages is among the first 10, 20, 50.

Usage: locomo_recall.py DATA [OUT] [--graph GRAPH] [--embedding bge-small] [--every 1] [--home FOLDER]
DATA is the published file (a list of conversations with `qa`), its cleaned form (`conversations`), or a folder that
holds one of them. OUT takes {question id: [message ids, best first]} for a scorer. Each conversation is a tenant of its
own, since message ids repeat, and a fold. GRAPH is TRACE's published graph, whose events are then the claims, in place
of what the rules read (DATA has to be the cleaned form). With --every 5, each fifth question is asked. With --home the
store is built there and kept.

Prints JSON lines: everything on, then each family of seeds, the hierarchy, the paths and the plans switched off in
turn; the weights of the ranking, one changed at a time, with what is chosen for each fold by the others; and the share
that is answered, of questions with an answer and of those without (adversarial), over the bar for answering, with the
bar that the other folds choose. Totals are over the questions with an answer; `mean` and `worst` are of the folds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))
import harness

harness.ensure_environment()

import import_trace  # noqa: E402

from kgmem import AsyncMemory, Settings  # noqa: E402
from kgmem.embedding import Embeddings, resolve  # noqa: E402
from kgmem.graph.store import Transaction  # noqa: E402
from kgmem.recall import paths, plans, seeds  # noqa: E402
from kgmem.recall.families import FAMILIES, SEARCHES  # noqa: E402
from kgmem.recall.picture import Clocks  # noqa: E402
from kgmem.recall.question import Asking, Evidence, draw, gather  # noqa: E402

AT = (10, 20, 50)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL = "adversarial"
BARS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
WEIGHTS = {
    "TEXT_WEIGHT": (0.3, 0.7),
    "NEIGHBOUR_SHARE": (0.0, 0.25),
    "SPEAKER_LIFT": (0.15, 0.4, 0.6, 1.0),
    "SESSION_LIFT": (0.0, 0.15, 0.5),
    "CLAIM_LIFT": (0.0, 0.2, 0.6),
}
"""Other values of the constants of kgmem/recall/seeds.py."""

Rows = list[dict[str, Any]]


@dataclasses.dataclass(frozen=True)
class Question:
    """What is asked, with the messages that hold the answer."""

    id: str
    text: str
    category: str
    gold: frozenset[str]


@dataclasses.dataclass
class Fold:
    """A conversation: its sessions as a caller gives them, its questions, and a vector of each."""

    tenant: str
    sessions: Any
    questions: list[Question]
    vectors: dict[str, list[float]] = dataclasses.field(default_factory=dict)


# ---- data ----


def load(path: Path, graph: Path | None, every: int, model: Embeddings) -> list[Fold]:
    """The conversations, each with every so-manieth question."""
    if path.is_dir():
        names = ("locomo_qa.json",) if graph else ("locomo7.json", "locomo_qa.json")
        path = next(file for name in names if (file := path / name).is_file())
    data = json.loads(path.read_text(encoding="utf-8"))
    events = {one["sample_id"]: one for one in json.loads(graph.read_text())["conversations"]} if graph else {}
    folds = []
    for one in data if isinstance(data, list) else data["conversations"]:
        fold = _published(one) if isinstance(data, list) else _cleaned(one)
        if events:
            fold.sessions = import_trace.sessions_of(events[fold.tenant], one, model)
            import_trace.name_across(fold.sessions, fold.tenant)
        fold.questions = [one for one in fold.questions if one.gold][::every]
        folds.append(fold)
    return folds


def _published(one: dict[str, Any]) -> Fold:
    tenant, talk = one["sample_id"], one["conversation"]
    ids = {turn["dia_id"] for name, turns in talk.items() if isinstance(turns, list) for turn in turns}
    questions = [
        Question(f"{tenant}/q{n}", row["question"], CATEGORIES[row["category"]], frozenset(row["evidence"]) & ids)
        for n, row in enumerate(one["qa"])
    ]
    return Fold(tenant, one, questions)


def _cleaned(one: dict[str, Any]) -> Fold:
    turns: dict[str, Any] = {}
    for session in one["sessions"]:
        name = f"session_{session['session']}"
        turns[name + "_date_time"] = session["date_time"]
        turns[name] = [turn | {"blip_caption": turn.get("image_caption")} for turn in session["turns"]]
    questions = [
        Question(row["id"], row["question"], row["category_name"], frozenset(row["evidence"]))
        for row in one["questions"]
        if row["scorable"]
    ]
    tenant = one["sample_id"]
    return Fold(tenant, {"sample_id": tenant, "conversation": turns}, questions)


# ---- asking ----


class Listening:
    """A transaction that keeps what two queries gave: what the notes are ranked by."""

    def __init__(self, tx: Transaction) -> None:
        self.tx, self.tenant = tx, tx.tenant
        self.notes: Rows = []
        self.claims: Rows = []
        self.similarity: dict[str, float] = {}

    async def run(self, name: str, **parameters: Any) -> Rows:
        rows = await self.tx.run(name, **parameters)
        if name == "recall.notes":
            self.notes = rows[0]["notes"]
        if name == "recall.claim_seeds":
            self.similarity = {row["id"]: row["similarity"] for row in rows[0]["claims"]}
        if name == "recall.candidates":
            self.claims = [
                {"id": row["id"], "notes": row["notes"], "similarity": self.similarity[row["id"]]}
                for row in rows[0]["claims"]
            ]
        return rows


@dataclasses.dataclass
class Heard:
    """What one question found, with what it was ranked by."""

    question: Question
    asking: Asking
    evidence: Evidence
    notes: Rows
    claims: Rows
    names: dict[str, str]


def everything(asking: Asking) -> Asking:
    """A question as it is asked where nothing is switched off."""
    return asking


async def found(memory: AsyncMemory, fold: Fold, switched: Callable[[Asking], Asking]) -> list[Heard]:
    """Every question of a fold, asked as `recall` asks it."""
    store, settings = await memory.store(), memory.settings
    heard = []
    moment = Clocks(None, None, settings.update_confidence)
    for question in fold.questions:
        if question.id not in fold.vectors:
            fold.vectors[question.id] = memory.embeddings.embed_query(question.text)
        asking = switched(
            Asking(
                question.text, fold.vectors[question.id], moment, 0, max(AT), paths.limits(settings),
                plans=settings.plans, bar=settings.answer_bar, families=settings.seeds,
            )
        )  # fmt: skip

        async def work(tx: Transaction, asking: Asking = asking) -> tuple[Evidence, Listening]:
            listening = Listening(tx)
            return await gather(listening, asking), listening  # type: ignore[arg-type]

        evidence, listening = await store.reading(work, memory.tenant, "recall.notes")
        names = {}
        if switched is everything:
            ids = {one["id"] for one in listening.notes} | {id for one in listening.claims for id in one["notes"]}
            (texts,) = await store.read("recall.note_texts", memory.tenant, ids=sorted(ids))
            names = {one["id"]: one["external_id"] for one in texts["notes"]}
        heard.append(Heard(question, asking, evidence, listening.notes, listening.claims, names))
    return heard


def without(*families: str) -> Callable[[Asking], Asking]:
    """A question asked without these families of seeds."""
    kept = tuple(family for family in FAMILIES if family not in families)
    return lambda asking: dataclasses.replace(asking, families=kept)


SWITCHES: dict[str, Callable[[Asking], Asking]] = {
    **{f"without {family}": without(family) for family in FAMILIES},
    "without the hierarchy": without("session", "topic"),
    "without paths": lambda one: dataclasses.replace(one, limits=dataclasses.replace(one.limits, max_hops=0)),
    "without plans": lambda one: dataclasses.replace(one, plans=False),
    "messages only": lambda one: dataclasses.replace(one, families=(*SEARCHES, "adjacent", "speaker")),
}


# ---- figures ----

Hits = dict[str, tuple[float, ...]]
"""Of each question the share of its gold messages among the first so many."""


def recalled(ranked: Iterable[tuple[Question, Sequence[str]]]) -> Hits:
    return {one.id: tuple(len(one.gold & {*ids[:k]}) / len(one.gold) for k in AT) for one, ids in ranked}


def mean(hits: Hits, questions: Iterable[Question], place: int) -> float:
    values = [hits[one.id][place] for one in questions if one.id in hits]
    return round(statistics.mean(values), 3) if values else 0.0


def figures(hits: Hits, folds: Sequence[Fold]) -> dict[str, Any]:
    """Recall over the questions with an answer; by kind; the mean and the worst of the folds."""
    kinds: dict[str, list[Question]] = defaultdict(list)
    for fold in folds:
        for one in fold.questions:
            kinds[one.category].append(one)
    asked = [one for kind, questions in kinds.items() if kind != ADVERSARIAL for one in questions]
    by_fold = [[one for one in fold.questions if one.category != ADVERSARIAL] for fold in folds]
    result: dict[str, Any] = {"questions": len(asked)}
    for place, k in enumerate(AT):
        each = [mean(hits, questions, place) for questions in by_fold]
        result[f"@{k}"] = {
            "total": mean(hits, asked, place),
            "mean": round(statistics.mean(each), 3),
            "worst": min(each),
            **{kind: mean(hits, questions, place) for kind, questions in sorted(kinds.items())},
        }
    return result


def held_out(name: str, table: dict[str, dict[str, float]], baseline: str) -> None:
    """`table` has for each choice the figure of each fold: what the choice gives that is best for the others."""
    folds = list(table[baseline])

    def elsewhere(choice: str, fold: str) -> float:
        return statistics.mean(value for other, value in table[choice].items() if other != fold)

    chosen = {fold: max(sorted(table), key=lambda choice: elsewhere(choice, fold)) for fold in folds}
    given = [table[chosen[fold]][fold] for fold in folds]
    harness.figure(name, chosen=chosen, mean=round(statistics.mean(given), 3), worst=round(min(given), 3),
                   without_choosing=round(statistics.mean(table[baseline].values()), 3))  # fmt: skip


def weighed(heard: dict[str, list[Heard]], folds: Sequence[Fold]) -> None:
    """The weights, one changed at a time; the order of versions, which no weight changes, is left out."""
    table: dict[str, dict[str, float]] = {}
    choices: list[tuple[str, dict[str, float]]] = [("as they are", {})]
    choices += [(f"{name} {value}", {name: value}) for name, values in WEIGHTS.items() for value in values]
    for name, changed in choices:
        with contextlib.ExitStack() as patched:
            for constant, value in changed.items():
                patched.enter_context(mock.patch.object(seeds, constant, value))
            ranked = [(one.question, _ranked(one)) for fold in folds for one in heard[fold.tenant]]
        hits = recalled(ranked)
        harness.figure("weights", of=name, **figures(hits, folds))
        table[name] = {
            fold.tenant: statistics.mean(
                mean(hits, [one for one in fold.questions if one.category != ADVERSARIAL], place)
                for place in range(len(AT))
            )
            for fold in folds
        }
    held_out("weights chosen by the other folds, mean of the three depths", table, "as they are")


def _ranked(one: Heard) -> list[str]:
    plan = plans.of(one.question.text) if one.asking.plans else plans.OFF
    later = plans.later(one.question.text, plan)
    hits = seeds.fuse(one.notes, one.question.text, one.asking.families, later=later)
    return [one.names[hit.id] for hit in seeds.lifted(hits, one.claims, one.asking.families)[: max(AT)]]


def answered(heard: dict[str, list[Heard]], folds: Sequence[Fold]) -> None:
    """The share that is answered, of questions with an answer and of those without, over the bar."""
    gains: dict[str, dict[str, float]] = {}
    for bar in BARS:
        shares: dict[str, dict[bool, float]] = {}
        for fold in folds:
            said: dict[bool, list[bool]] = defaultdict(list)
            for one in heard[fold.tenant]:
                drawn = draw(one.evidence, dataclasses.replace(one.asking, bar=bar))
                said[one.question.category != ADVERSARIAL].append(drawn.status != "unknown")
            shares[fold.tenant] = {kind: statistics.mean(values) for kind, values in said.items()}
        gains[str(bar)] = {tenant: share[True] - share.get(False, 0.0) for tenant, share in shares.items()}
        harness.figure(
            "answered", bar=bar,
            with_an_answer=round(statistics.mean(share[True] for share in shares.values()), 3),
            adversarial=round(statistics.mean(share.get(False, 0.0) for share in shares.values()), 3),
        )  # fmt: skip
    held_out("bar chosen by the other folds: answered with an answer less answered without", gains, "0.6")


# ---- the run ----


async def run(folds: list[Fold], settings: Settings, embeddings: Embeddings, out: Path | None) -> None:
    """Store the conversations, ask everything in turn, print what was found."""
    opened: dict[str, AsyncMemory] = {}
    heard: dict[str, list[Heard]] = {}
    for fold in folds:
        opened[fold.tenant] = memory = AsyncMemory(fold.tenant, settings=settings, embeddings=embeddings)
        started = time.perf_counter()
        totals = (await memory.ingest(fold.sessions)).totals
        seconds = time.perf_counter() - started
        harness.note(f"{fold.tenant}: {totals.notes} notes, {totals.claims} claims new, {seconds:.1f} s")
    try:
        for name, switched in {"everything": everything, **SWITCHES}.items():
            started = time.perf_counter()
            part = {fold.tenant: await found(opened[fold.tenant], fold, switched) for fold in folds}
            ranked = {one.question: _shown(one) for ones in part.values() for one in ones}
            each = (time.perf_counter() - started) * 1000 / len(ranked)
            harness.figure(name, **figures(recalled(ranked.items()), folds), ms_each=round(each, 1))
            if switched is everything:
                heard = part
                if out:
                    _write(out, ranked)
        weighed(heard, folds)
        answered(heard, folds)
    finally:
        for memory in opened.values():
            await memory.close()


def _write(out: Path, ranked: dict[Question, list[str]]) -> None:
    out.write_text(json.dumps({one.id: ids for one, ids in ranked.items()}), encoding="utf-8")


def _shown(one: Heard) -> list[str]:
    return [note.external_id for note in one.evidence.notes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--embedding", default="bge-small")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--home", type=Path)
    arguments = parser.parse_args()
    harness.note(f"load {os.getloadavg()[0]:.1f}")
    embeddings = resolve(arguments.embedding, harness.note)
    folds = load(arguments.data, arguments.graph, arguments.every, embeddings)
    with harness.own_store(arguments.home) as settings:
        chosen = settings.model_copy(update={"embedding": arguments.embedding})
        asyncio.run(run(folds, chosen, embeddings, arguments.out))


if __name__ == "__main__":
    main()
