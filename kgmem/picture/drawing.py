"""From explanations and answers to nodes and edges. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kgmem.models import Answer, AssertionView, ClaimSummary, EvidencePath, Explanation, Support

FACT = "fact"
"""The kind of a claim that is no event."""


@dataclass(frozen=True)
class Node:
    """`kind` is claim, event, reason, observation or source; `state` is how a claim stands or that something was taken
    back, empty where there is nothing to say; `says` is told below the picture."""

    id: str
    kind: str
    label: str
    says: str
    state: str = ""


@dataclass(frozen=True)
class Edge:
    """From what follows to what it follows from, or as the relation of two claims goes."""

    start: str
    end: str
    label: str


@dataclass
class Drawing:
    """Each node and edge once, in the order in which they are told."""

    title: str
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)

    def node(self, node: Node) -> None:
        """The first to tell of a node has the word."""
        self.nodes.setdefault(node.id, node)

    def edge(self, start: str, end: str, label: str) -> None:
        """An edge whose ends are there, or will be: `whole` drops the others."""
        self.edges.setdefault((start, end, label), Edge(start, end, label))

    def whole(self) -> Drawing:
        """Without edges that end nowhere."""
        kept = {key: one for key, one in self.edges.items() if one.start in self.nodes and one.end in self.nodes}
        return Drawing(self.title, self.nodes, kept)


def of_claim(found: Explanation) -> Drawing:
    """The provenance of a claim down to quotes and sources, and the claims that update or contradict it."""
    drawing = Drawing(found.claim.statement)
    _explain(drawing, found)
    return drawing.whole()


def of_answer(question: str, answer: Answer, explained: Iterable[Explanation]) -> Drawing:
    """The evidence of an answer: what it cites, with its provenance, and the paths that led to it."""
    drawing = Drawing(f"{question} - {answer.answer}")
    for one in explained:
        _explain(drawing, one)
    cited = {*answer.citations}
    for note in answer.notes:
        if note.id in cited:
            drawing.node(Node(note.id, "observation", _short(note.text), f"{note.speaker}: {note.text}"))
    for path in answer.paths:
        _path(drawing, path)
    return drawing.whole()


def _explain(drawing: Drawing, found: Explanation) -> None:
    _claim(drawing, found.claim)
    for ground in found.grounds:
        _claim(drawing, ground.claim)
    sources = {one.id: one for one in found.sources}
    for claim, reasons in ((found.claim, found.assertions), *((one.claim, one.assertions) for one in found.grounds)):
        for reason in reasons:
            _reason(drawing, claim, reason)
    for source in sources.values():
        drawing.node(
            Node(source.id, "source", source.external_id, f"{source.kind}: {source.title or source.external_id}")
        )
    taken = {id for act in found.taken_back for id in act.covers}
    for id in taken & drawing.nodes.keys():
        one = drawing.nodes[id]
        if one.kind in ("observation", "source"):
            drawing.nodes[id] = Node(one.id, one.kind, one.label, one.says, "retracted")
    for type, others in (("UPDATES", found.updates), ("CONTRADICTS", found.contradicts)):
        for other in others:
            drawing.node(Node(other.id, "claim", other.statement, other.justification or other.rule or ""))
            drawing.edge(found.claim.id, other.id, type)
    for other in found.updated_by:
        drawing.node(Node(other.id, "claim", other.statement, other.justification or other.rule or ""))
        drawing.edge(other.id, found.claim.id, "UPDATES")


def _claim(drawing: Drawing, claim: ClaimSummary) -> None:
    held = f", until {claim.valid_until:%Y-%m-%d}" if claim.valid_until else ""
    says = (
        f"{claim.kind}, {claim.standing}{held}; confidence {claim.confidence:.3g}, "
        f"{claim.confidence_shared:.3g} with each source counted once, {'' if claim.calibrated else 'un'}calibrated"
    )
    state = claim.standing if claim.standing != "supported" else "superseded" if claim.valid_until else ""
    drawing.node(Node(claim.id, "claim" if claim.kind == FACT else "event", claim.statement, says, state))


def _reason(drawing: Drawing, claim: ClaimSummary, reason: AssertionView) -> None:
    says = (
        f"session {reason.session_external_id}, by {reason.model or 'the session'}, confidence {reason.confidence:.3g}"
    )
    state = "unsupported" if reason.state == "void" else "weakened" if reason.state == "partial" else ""
    drawing.node(Node(reason.id, "reason", reason.session_external_id, says, state))
    drawing.edge(claim.id, reason.id, "ASSERTED_BY")
    for support in reason.supports:
        _support(drawing, reason, support)


def _support(drawing: Drawing, reason: AssertionView, support: Support) -> None:
    on = support.observation or support.claim or ""
    if support.observation:
        state = "retracted" if support.retracted else ""
        drawing.node(Node(on, "observation", _short(support.quote or support.text), support.text, state))
        if support.source:
            drawing.edge(on, support.source, "FROM")
    drawing.edge(reason.id, on, "RESTS_ON")


def _path(drawing: Drawing, path: EvidencePath) -> None:
    for event in path.events:
        state = "superseded" if event.valid_until else ""
        since = f", since {event.since:%Y-%m-%d}" if event.since else ""
        kind = "claim" if event.kind == FACT else "event"
        drawing.node(Node(event.id, kind, event.statement, f"{event.kind}{since}; on a path of the evidence", state))
    for one in path.relations:
        drawing.edge(one.start, one.end, one.type)


_SHOWN = 60


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def rows(drawing: Drawing) -> Sequence[tuple[str, str, str]]:
    """Kind and state, label and words of every node, for whoever reads or prints them."""
    return [
        (f"{one.kind}{f', {one.state}' if one.state else ''}", one.label, one.says) for one in drawing.nodes.values()
    ]
