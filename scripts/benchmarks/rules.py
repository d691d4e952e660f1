#!/usr/bin/env python3
"""How well the rule distiller reads sets of annotated messages: precision and recall of both modes, by kind.

Usage: rules.py SET... [--show]
A set is JSONL as tests/rules/README.md describes; --show lists what was missed and what was claimed beside it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from kgmem import ontology
from kgmem.distill.rules import RuleDistiller
from kgmem.identity import fold_name
from kgmem.models import Message, SourceRef

MODES: tuple[Literal["strict", "liberal"], ...] = ("strict", "liberal")
CLASSES = {"fact": "state", "state_change": "state"}
LEAST_SHARE = 0.5
"""Of the longer object's words that the shorter must have, where one contains the other."""


@dataclass
class Score:
    """Counts by class, and what went wrong as lines to read."""

    expected: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right.total() / max(1, self.predicted.total())

    @property
    def recall(self) -> float:
        return self.right.total() / max(1, self.expected.total())


def read(path: Path) -> list[dict[str, Any]]:
    """The annotated messages of a set."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def message_of(row: Mapping[str, Any]) -> Message:
    """The message of an annotated one."""
    speaker = row["speaker"]
    return Message(
        id=row["id"], speaker=speaker, role=row["role"], text=row["text"],
        sent_at=datetime.fromisoformat(row["sent_at"]), source=SourceRef(kind="speaker", external_id=speaker),
    )  # fmt: skip


def class_of(kind: str) -> str:
    """State, preference, plan or action: what counts when kinds are compared."""
    return CLASSES.get(kind, kind)


def bare(text: str) -> str:
    """Folded, without an article."""
    found = fold_name(text).split()
    return " ".join(found[1:] if found and found[0] in ("a", "an", "the") else found)


def object_of(claim: Mapping[str, Any]) -> str:
    """The object of a raw item as the sets write it: the thing, the words, or the value with its unit."""
    if "object" in claim:
        return str(claim["object"].get("name", claim["object"]["id"]))
    unit, value = claim.get("unit", ""), claim.get("value", "")
    return f"{unit}{value}" if unit in tuple("$€£¥") else f"{value} {unit}".strip()


def same_object(one: str, other: str) -> bool:
    """The same after folding, or one contains the other in whole words with at least half of its words."""
    short, long = sorted((bare(one).split(), bare(other).split()), key=len)
    contained = any(long[i : i + len(short)] == short for i in range(len(long) - len(short) + 1))
    return bool(short) and contained and len(short) >= LEAST_SHARE * len(long)


def matches(predicted: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """The comparing rule of tests/rules/README.md."""
    kind = class_of(predicted["kind"])
    subject = predicted["subject"]
    return (
        kind == class_of(expected["kind"])
        and predicted["negated"] == expected["negated"]
        and bare(subject.get("name", subject["id"])) == bare(expected["subject"])
        and (kind not in ("state", "preference") or predicted["predicate"] == expected["predicate"])
        and same_object(object_of(predicted), expected["object"])
    )


def score(rows: Iterable[Mapping[str, Any]], distiller: RuleDistiller) -> Score:
    """Precision and recall over a set; each expected claim is matched once."""
    total = Score()
    for row in rows:
        open_ = list(row["claims"])
        total.expected.update(class_of(claim["kind"]) for claim in open_)
        wrong = []
        for claim in distiller.claims(message_of(row), row["id"], row["user"]):
            kind = class_of(claim["kind"])
            total.predicted[kind] += 1
            hit = next((one for one in open_ if matches(claim, one)), None)
            if hit is None:
                wrong.append(f"  beside  {claim['statement']!r} {claim['predicate']} {object_of(claim)!r}")
            else:
                open_.remove(hit)
                total.right[kind] += 1
        wrong += [f"  missed  {one}" for one in open_]
        if wrong:
            total.lines += [f"{row['id']} {row['speaker']}: {row['text']}", *wrong]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true", help="list misses and what was claimed beside the expected")
    arguments = parser.parse_args()
    for path in arguments.sets:
        for mode in MODES:
            found = score(read(path), RuleDistiller(ontology.default(), mode))
            print(f"{path.stem} {mode}: precision {found.precision:.3f}, recall {found.recall:.3f}")
            for kind in sorted(found.expected | found.predicted):
                right, predicted, expected = found.right[kind], found.predicted[kind], found.expected[kind]
                print(f"  {kind:<11} {right:>4} right of {predicted:>4} claimed, {expected:>4} expected")
            if arguments.show:
                print("\n".join(found.lines))


if __name__ == "__main__":
    main()
