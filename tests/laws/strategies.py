"""Random small histories for the laws, and the session files that say the same to the real store.

Words hold letters only, so that no text has numbers or codes for S2 to look up. World times are midnights in UTC, so
that "later" is the same at every grain (T2). Left out on purpose, as model.md leaves room there: items that cite later
items of their session (forward references decide which member of a cycle is refused), stored claims cited by a
session that also states them, BEFORE between ends whose order is not plain.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations

import figures
from facts import (
    PEOPLE,
    POLICIES,
    RELATION_TYPES,
    ClaimSpec,
    MessageSpec,
    Ref,
    RelationSpec,
    SessionSpec,
    Source,
    observation_key,
    said,
)
from hypothesis import strategies as st
from intake import Ingested
from oracle import Acted, Erased, NotFound, Oracle

FIRST_DAY = datetime(2024, 1, 1, tzinfo=UTC)
DAYS = 6
CLAIMS = ("amber", "birch", "cedar", "dahlia", "elder", "fern", "gorse", "hazel", "ivy")
SESSIONS = ("north", "south", "east", "west", "centre")
LETTERS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
WORDS = ("the valve", "was seen", "open again", "near the wall", "under the roof", "as before", "and quiet",
         "Maren saw", "said Tilda")  # fmt: skip
SOURCES = (("atlas", "document"), ("ledger", "document"), ("manual", "document"), ("scanner", "tool"),
           ("Maren", "speaker"), ("Tilda", "speaker"))  # fmt: skip
CONFIDENCES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


# Acts


@dataclass(frozen=True)
class Ingest:
    """A session arrives; one that is there already is sent again."""

    spec: SessionSpec


@dataclass(frozen=True)
class Retract:
    """Nothing happens where the target is not there (a claim whose items were all refused)."""

    kind: str
    target: str
    policy: str = "dispute"


@dataclass(frozen=True)
class Restore:
    """Undoes one of the active retractions, the `nth` modulo their number; nothing happens where there is none."""

    nth: int


@dataclass(frozen=True)
class Erase:
    """Nothing happens where the target is not there."""

    kind: str
    target: str


@dataclass(frozen=True)
class Prune:
    """Hides what is of no use and less sure than this."""

    below: float


@dataclass(frozen=True)
class Show:
    """Undoes one of the acts of pruning, the `nth` modulo their number; nothing happens where there is none."""

    nth: int


Act = Ingest | Retract | Restore | Erase | Prune | Show


@dataclass(frozen=True)
class History:
    """Sessions in order, then acts."""

    sessions: tuple[SessionSpec, ...]
    acts: tuple[Act, ...]


def play(oracle: Oracle, act: Act) -> Ingested | Acted | Erased | None:
    """Do one act; None where there was nothing to do, or something to prune. The retraction undone or made is named in
    the result."""
    if isinstance(act, Ingest):
        return oracle.ingest(act.spec)
    if isinstance(act, Retract | Erase):
        try:
            if isinstance(act, Erase):
                return oracle.erase(act.kind, act.target)
            return oracle.retract(act.kind, act.target, act.policy)
        except NotFound:
            return None
    if isinstance(act, Prune):
        oracle.prune(act.below)
        return None
    if isinstance(act, Show):
        prunings = sorted(oracle.facts.pruned)
        if prunings:
            oracle.show(prunings[act.nth % len(prunings)])
        return None
    active = figures.active(oracle.facts)
    return oracle.restore(active[act.nth % len(active)].key) if active else None


def played(history: History) -> Oracle:
    """The oracle after a whole history."""
    oracle = Oracle()
    for spec in history.sessions:
        oracle.ingest(spec)
    for act in history.acts:
        play(oracle, act)
    return oracle


# Strategies

days = st.integers(0, DAYS - 1)
days_or_unknown = st.sampled_from((None, None, *range(DAYS)))
confidences = st.sampled_from(CONFIDENCES) | st.floats(0, 1, allow_subnormal=False)
rarely = st.integers(0, 31).map(lambda n: n == 7)
tenants = st.integers(0, 999).map("laws-{}".format)
"""Ids are hashes over the tenant and break ties, so a history that fails is replayed under the tenant it failed for."""
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


@st.composite
def source_pools(draw: st.DrawFn) -> tuple[Source, ...]:
    """Two to five sources; a document is published on a day, or undated."""
    named = draw(st.lists(st.sampled_from(SOURCES), min_size=2, max_size=5, unique=True))
    return tuple(Source(key, kind, draw(days_or_unknown) if kind == "document" else None) for key, kind in named)


@st.composite
def sessions(
    draw: st.DrawFn,
    key: str,
    sources: tuple[Source, ...],
    stored: tuple[str, ...] = (),
    *,
    types: tuple[str, ...] = RELATION_TYPES,
    pool: tuple[str, ...] = CLAIMS,
    faults: bool = True,
) -> SessionSpec:
    """A session over a shared pool of claims. `stored` are claims of earlier sessions, citable by key. With `faults`
    some items cite nothing, what does not exist, or close a cycle.
    """
    messages = tuple(
        MessageSpec(f"m{LETTERS[i]}", draw(texts), draw(st.sampled_from(sources)), draw(days_or_unknown))
        for i in range(draw(st.integers(1, 6)))
    )
    own = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=8))
    citable = [Ref("claim", claim) for claim in stored if claim not in own]
    items: list[ClaimSpec] = []
    for i, claim in enumerate(own):
        refs = [Ref("message", m.id, draw(st.booleans())) for m in messages]
        refs += [Ref("item", item.id) for item in items if faults or _below(item.claim, claim)]
        refs += [ref for ref in citable if faults or _below(ref.name, claim)]
        if faults and draw(rarely):
            refs += [Ref("message", "nowhere"), Ref("item", "nowhere"), Ref("claim", "nowhere")]
        count = 0 if faults and draw(rarely) else draw(st.integers(1, min(3, len(refs))))
        supports = draw(st.lists(st.sampled_from(refs), min_size=count, max_size=count, unique=True))
        items.append(draw(_items(i, claim, tuple(supports))))
    return draw(_told(key, messages, items, citable, types, faults))


@st.composite
def _items(draw: st.DrawFn, place: int, claim: str, supports: tuple[Ref, ...]) -> ClaimSpec:
    start = draw(days_or_unknown)
    end = draw(days) if draw(st.integers(0, 3)) == 0 else None
    end = end if end is None or start is None or end > start else None
    return ClaimSpec(f"c{LETTERS[place]}", claim, draw(confidences), supports, start, end)


@st.composite
def _told(
    draw: st.DrawFn,
    key: str,
    messages: tuple[MessageSpec, ...],
    items: list[ClaimSpec],
    citable: list[Ref],
    types: tuple[str, ...],
    faults: bool,
) -> SessionSpec:
    """The session of these messages and items, with relations between what it states and what it may cite."""
    count = draw(st.integers(0, 5)) if types else 0
    relations = [draw(_relations(items, citable, types, faults)) for _ in range(count)]
    unique = {(_claim_of(r.origin, items), _claim_of(r.target, items), r.type): r for r in relations if r is not None}
    return SessionSpec(key, messages, tuple(items), tuple(unique.values()), draw(days_or_unknown))


Form = tuple[tuple[int, tuple[int, ...]], ...]
"""Items, each by the number of its claim and those of the earlier items that it rests on; none: on a ground."""
CHAIN: Form = ((0, ()), *((n, (n - 1,)) for n in range(1, 7)))
DIAMONDS: Form = ((0, ()), (1, (0,)), (2, (0,)), (3, (1, 2)), (4, (3,)), (5, (3,)), (6, (4, 5)))
HUB: Form = ((0, ()), *((n, (0,)) for n in range(1, 7)))
CROWN: Form = (*((n, ()) for n in range(5)), (5, (0, 1, 2, 3, 4)), (6, (5,)))
REPEATS: Form = ((0, ()), (0, ()), (0, ()), (1, (0,)), (1, (1, 2)), (2, (3,)), (2, (4,)), (2, ()))
LADDER: Form = ((0, ()), (1, ()), (2, (0, 1)), (3, (0, 1)), (4, (2, 3)), (5, (2, 3)))


@st.composite
def formed_sessions(
    draw: st.DrawFn,
    key: str,
    sources: tuple[Source, ...],
    stored: tuple[str, ...] = (),
    *,
    pool: tuple[str, ...] = CLAIMS,
) -> SessionSpec:
    """A session whose claims rest on each other in a form that chance meets seldom; what is at its bottom rests on
    messages or, as often, on stored claims."""
    messages = tuple(
        MessageSpec(f"m{LETTERS[i]}", draw(texts), draw(st.sampled_from(sources)), draw(days_or_unknown))
        for i in range(draw(st.integers(1, 3)))
    )
    form = draw(st.sampled_from((CHAIN, DIAMONDS, HUB, CROWN, REPEATS, LADDER)))
    form = form[: draw(st.integers(4, len(form)))]
    names = draw(st.permutations(pool))
    citable = [Ref("claim", claim) for claim in stored if claim not in names[: 1 + max(n for n, _ in form)]]
    grounds = [Ref("message", one.id, draw(st.booleans())) for one in messages]
    items: list[ClaimSpec] = []
    for place, (number, under) in enumerate(form):
        ground = draw(st.sampled_from(citable if citable and draw(st.booleans()) else grounds))
        supports = tuple(Ref("item", items[n].id) for n in under)
        if not under or draw(st.integers(0, 5)) == 0:
            supports += (ground,)
        items.append(draw(_items(place, names[number], supports)))
    return draw(_told(key, messages, items, citable, RELATION_TYPES, True))


def _below(under: str, claim: str) -> bool:
    """An order of claims that no cycle can break."""
    return CLAIMS.index(under) < CLAIMS.index(claim)


def _claim_of(ref: Ref, items: list[ClaimSpec]) -> str:
    return next((item.claim for item in items if item.id == ref.name), ref.name) if ref.kind == "item" else ref.name


@st.composite
def _relations(
    draw: st.DrawFn, items: list[ClaimSpec], citable: list[Ref], types: tuple[str, ...], faults: bool
) -> RelationSpec | None:
    ends = st.sampled_from([Ref("item", item.id) for item in items] + citable)
    often = types + ("UPDATES",) * 3 if "UPDATES" in types else types
    origin, target, kind = draw(ends), draw(ends), draw(st.sampled_from(often))
    if _claim_of(origin, items) == _claim_of(target, items) and not (faults and draw(rarely)):
        return None
    if kind == "BEFORE" and not _plainly_before(origin, target, items):
        return None
    if kind == "CONTRADICTS" and _claim_of(target, items) < _claim_of(origin, items):
        origin, target = target, origin
    return RelationSpec(origin, target, kind, draw(st.sampled_from((0.4, 0.9, 1.0))))


def _plainly_before(origin: Ref, target: Ref, items: list[ClaimSpec]) -> bool:
    stated = {item.id: item.world_from for item in items}
    first, second = (stated.get(ref.name) if ref.kind == "item" else None for ref in (origin, target))
    return first is not None and second is not None and first < second


def _retractions(specs: tuple[SessionSpec, ...], policies: tuple[str, ...]) -> st.SearchStrategy[Retract]:
    targets = [("session", spec.key) for spec in specs]
    targets += [("observation", observation_key(spec.key, m.id)) for spec in specs for m in spec.messages]
    targets += sorted({("source", m.source.key) for spec in specs for m in spec.messages})
    targets += sorted({("claim", item.claim) for spec in specs for item in spec.claims})
    kinds = st.sampled_from(sorted({kind for kind, _ in targets}))
    chosen = kinds.flatmap(lambda kind: st.sampled_from([t for t in targets if t[0] == kind]))
    return st.builds(lambda target, policy: Retract(*target, policy), chosen, st.sampled_from(policies))


@st.composite
def histories(
    draw: st.DrawFn,
    *,
    types: tuple[str, ...] = RELATION_TYPES,
    pool: tuple[str, ...] = CLAIMS,
    policies: tuple[str, ...] = POLICIES,
    faults: bool = True,
    late: bool = True,
    acts: tuple[int, int] = (1, 6),
) -> History:
    """One to five sessions and some acts, from the least to the most number. With `late` the last session may come
    among the acts, so that claims are stated anew after they were retracted.
    """
    sources = draw(source_pools())
    specs: list[SessionSpec] = []
    for key in SESSIONS[: draw(st.integers(1, len(SESSIONS)))]:
        stored = tuple(dict.fromkeys(item.claim for spec in specs for item in spec.claims))
        specs.append(draw(sessions(key, sources, stored, types=types, pool=pool, faults=faults)))
    held = late and len(specs) > 1 and draw(st.booleans())
    first = tuple(specs[:-1] if held else specs)
    done = [draw(_acts(first, policies)) for _ in range(draw(st.integers(*acts)))]
    if held:
        done.insert(draw(st.integers(0, len(done))), Ingest(specs[-1]))
    return History(first, tuple(done))


@st.composite
def update_histories(draw: st.DrawFn, *, policies: tuple[str, ...] = POLICIES) -> History:
    """Sessions that state a claim each, of which later ones update earlier ones, and one session that says so: chains
    whose middle, or whose updates alone, are taken back (T4, R5, T7).
    """
    sources = draw(source_pools())
    specs = []
    for day, (key, claim) in enumerate(zip(SESSIONS[:-1], CLAIMS, strict=False)):
        message = MessageSpec("ma", draw(texts), draw(st.sampled_from(sources)), draw(days_or_unknown))
        under = [Ref("message", "ma")] + [Ref("claim", spec.claims[0].claim) for spec in specs if draw(rarely)]
        stated = draw(st.sampled_from((day, day, day, None, DAYS)))
        specs.append(SessionSpec(key, (message,), (ClaimSpec("ca", claim, draw(confidences), tuple(under), stated),)))
    ends = st.sampled_from(list(combinations((Ref("claim", claim) for claim in CLAIMS[: len(specs)]), 2)))
    kinds = st.sampled_from(("UPDATES", "UPDATES", "UPDATES", "CAUSES", "ENABLES", "PREVENTS"))
    drawn = draw(st.lists(st.tuples(ends, kinds), min_size=3, max_size=7, unique=True))
    relations = [
        RelationSpec(newer, older, kind) if kind == "UPDATES" else RelationSpec(older, newer, kind)
        for (older, newer), kind in drawn
    ]
    message = MessageSpec("ma", draw(texts), draw(st.sampled_from(sources)))
    own = ClaimSpec("ca", CLAIMS[len(specs)], 0.9, (Ref("message", "ma"),))
    specs.append(SessionSpec(SESSIONS[-1], (message,), (own,), tuple(relations)))
    acts = [draw(_acts(tuple(specs), policies)) for _ in range(draw(st.integers(1, 5)))]
    if draw(st.booleans()):
        acts.insert(0, Retract("claim", draw(st.sampled_from(CLAIMS[1:3]))))
    if draw(st.booleans()):
        acts.insert(draw(st.integers(0, len(acts))), Retract("session", SESSIONS[-1]))
    return History(tuple(specs), tuple(acts))


@st.composite
def change_histories(draw: st.DrawFn) -> History:
    """Sessions of which some are sent again with other content, among acts: messages edited, dropped and added, claims
    and relations restated, altered and left out, and what was left out said again (I2).
    """
    history = draw(histories(late=False, acts=(1, 3)))
    sources = tuple({m.source.key: m.source for spec in history.sessions for m in spec.messages}.values())
    versions = {spec.key: [spec] for spec in history.sessions}
    acts: list[Act] = list(history.acts)
    for _ in range(draw(st.integers(1, 3))):
        key = draw(st.sampled_from(sorted(versions)))
        stored = tuple(dict.fromkeys(item.claim for spec in history.sessions for item in spec.claims))
        again = draw(st.sampled_from(versions[key]) | sessions(key, sources, stored) | edits(versions[key][-1]))
        versions[key].append(primed(again, versions[key]))
        acts.insert(draw(st.integers(0, len(acts))), Ingest(versions[key][-1]))
    return History(history.sessions, tuple(acts))


@st.composite
def edits(draw: st.DrawFn, spec: SessionSpec) -> SessionSpec:
    """The session with some messages, claims and relations gone, a text edited, a confidence altered."""
    keep = rarely.map(lambda gone: not gone) | st.booleans()
    messages = [one for one in spec.messages if draw(keep)] or [spec.messages[0]]
    messages = [dataclasses.replace(one, text=draw(texts)) if draw(rarely) else one for one in messages]
    claims = [one for one in spec.claims if draw(keep)]
    claims = [dataclasses.replace(one, confidence=draw(confidences)) if draw(rarely) else one for one in claims]
    left = {one.id for one in claims}
    relations = [
        one for one in spec.relations
        if draw(keep) and all(end.kind != "item" or end.name in left for end in (one.origin, one.target))
    ]  # fmt: skip
    return dataclasses.replace(spec, messages=tuple(messages), claims=tuple(claims), relations=tuple(relations))


def primed(spec: SessionSpec, before: list[SessionSpec]) -> SessionSpec:
    """The session with a prime more on each message whose id was said with another text before; one said before comes
    from where and when it did, for which there is a scenario.
    """
    names, messages = {}, []
    known = {(bare(m.id), m.text): m for version in before for m in version.messages}
    for message in spec.messages:
        named = known.get((bare(message.id), message.text))
        if named is None:
            primes = len({text for id, text in known if id == bare(message.id)})
            named = dataclasses.replace(message, id=bare(message.id) + "'" * primes)
        names[message.id] = named.id
        messages.append(named)
    claims = []
    for item in spec.claims:
        refs = tuple(
            dataclasses.replace(ref, name=names.get(ref.name, ref.name)) if ref.kind == "message" else ref
            for ref in item.supports
        )
        claims.append(dataclasses.replace(item, supports=refs))
    return dataclasses.replace(spec, messages=tuple(messages), claims=tuple(claims))


def _acts(first: tuple[SessionSpec, ...], policies: tuple[str, ...]) -> st.SearchStrategy[Act]:
    retract, again = _retractions(first, policies), st.builds(Ingest, st.sampled_from(first))
    return st.one_of(retract, retract, retract, st.builds(Restore, st.integers(0, 3)), again)


# Session files


def iso(day: int) -> str:
    """Midnight of a day."""
    return (FIRST_DAY + timedelta(days=day)).strftime("%Y-%m-%dT%H:%M:%SZ")


def day_of(text: str | None) -> int | None:
    """The day of a time that the store gives back."""
    if text is None:
        return None
    return (datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC) - FIRST_DAY).days


def statement(claim: str) -> str:
    """The statement by which a claim is found in results."""
    return f"{claim} is"


def claim_of(text: str) -> str:
    """The claim that a statement says."""
    return text.removesuffix(" is")


def to_session_json(spec: SessionSpec, store_ids: Mapping[str, str] | None = None) -> dict:
    """The session in the format of interface.md. `store_ids` gives the store's id of each claim there so far; a claim
    it does not hold is cited by an id that does not exist. Keep the result: sent again, it must be the same.
    """
    stored = store_ids or {}
    session = {
        "id": spec.key,
        "kind": "task",
        "title": f"Round {spec.key}",
        "timezone": "UTC",
        "messages": [_message(m) for m in spec.messages],
        "claims": [_claim(item, spec, stored) for item in spec.claims],
        "relations": [
            {"from": _named(r.origin, stored), "to": _named(r.target, stored), "type": r.type.lower(),
             "confidence": r.confidence}
            for r in spec.relations
        ],
    }  # fmt: skip
    if spec.started is not None:
        session["started_at"] = iso(spec.started)
    return session


def bare(message: str) -> str:
    """A message's id as the caller gives it: a prime says that its text is another than before."""
    return message.rstrip("'")


def _named(ref: Ref, stored: Mapping[str, str]) -> str:
    return stored.get(ref.name, f"absent-{ref.name}") if ref.kind == "claim" else bare(ref.name)


def _message(message: MessageSpec) -> dict:
    source = message.source
    told = {
        "id": bare(message.id),
        "text": message.text,
        "speaker": source.key if source.kind == "speaker" else "agent",
    }
    if source.kind != "speaker":
        told["source"] = {"kind": source.kind, "id": source.key, "title": source.key}
        if source.published is not None:
            told["source"]["published_at"] = iso(source.published)[:10]
    if message.sent is not None:
        told["sent_at"] = iso(message.sent)
    return told


def _claim(item: ClaimSpec, spec: SessionSpec, stored: Mapping[str, str]) -> dict:
    texts = {m.id: m.text for m in spec.messages}
    supports = []
    for ref in item.supports:
        cited = {"message" if ref.kind == "message" else "claim": _named(ref, stored)}
        if ref.quoted and ref.name in texts:
            cited["quote"] = " ".join(texts[ref.name].split()[:2])
        supports.append(cited)
    about = said(item.claim)
    claim = {
        "id": item.id,
        "kind": "fact",
        "statement": statement(item.claim),
        "subject": {"kind": "thing", "id": about.subject},
        "predicate": about.predicate,
        "object": {"kind": "person" if about.object in PEOPLE.values() else "thing", "id": about.object},
        "negated": about.negated,
        "confidence": item.confidence,
        "support": supports,
    }
    if item.world_from is not None:
        claim["world_from"] = iso(item.world_from)
    if item.world_to is not None:
        claim["world_to"] = iso(item.world_to)
    return claim
