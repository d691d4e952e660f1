"""What of a session's claims and relations may be stored: laws S1, S2, S3 and the rejection codes. Pure.

Everything the store must be asked for is in `Known`, read in the same transaction that writes the result.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC

from kgmem import identity
from kgmem.anchors import Interval, later, moment, zone
from kgmem.distill import support_graph
from kgmem.distill.checked import Accepted, AcceptedRelation, Cited, Known, Mention, Verified
from kgmem.distill.grounds import Ground
from kgmem.distill.items import (
    Citation,
    ClaimItem,
    Rejected,
    RelationItem,
    Said,
    item_name,
    read_claim,
    read_confidence,
    read_relation,
    split_citation,
)
from kgmem.distill.literals import find_quote, missing_literals
from kgmem.echo import Heard
from kgmem.models import Message, RejectedItem, Session, Warning_
from kgmem.ontology import Ontology
from kgmem.rivals import Fact, fact_of, rivalries

_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


def cited_ids(session: Session) -> set[str]:
    """Every text in the session's supports and relations that reads like an id of the store."""
    found: set[str] = set()
    for position, raw in enumerate(session.claims):
        try:
            item = read_claim(raw, item_name(raw, "claims", position), UTC)
        except Rejected:
            continue
        for citation in item.citations:
            found.update(split_citation(citation.text))
    for position, raw in enumerate(session.relations):
        try:
            relation = read_relation(raw, item_name(raw, "relations", position))
        except Rejected:
            continue
        found.update((relation.start, relation.end))
    return {id for id in found if identity.kind_of(id)}


def claim_ids(session: Session, tenant: str, ontology: Ontology, zone_name: str | None) -> set[str]:
    """The ids of the claims a session states, before anything is checked against the store."""
    return set(identities(session, tenant, ontology, zone_name).values())


def identities(session: Session, tenant: str, ontology: Ontology, zone_name: str | None) -> dict[str, str]:
    """Which claim each item of a session states, by the item's name, as far as the items can be read."""
    return _Verifier(session, tenant, ontology, Known(), zone_name).claim_id


def verify(session: Session, tenant: str, ontology: Ontology, known: Known, zone_name: str | None) -> Verified:
    """The items of `session` that may be stored, in the order given, and every rejection and warning."""
    return _Verifier(session, tenant, ontology, known, zone_name).result()


class _Verifier:
    def __init__(self, session: Session, tenant: str, ontology: Ontology, known: Known, zone_name: str | None) -> None:
        self.session, self.tenant, self.ontology, self.known = session, tenant, ontology, known
        self.session_id = identity.session_id(tenant, session.external_id)
        self.zone = zone(session.timezone or zone_name)
        self.rejected: dict[str, RejectedItem] = {}
        self.rejected_relations: list[RejectedItem] = []
        self.warnings: list[Warning_] = []
        self.messages: dict[str, tuple[str, Message]] = {}
        self.observations: dict[str, Message] = {}
        self.places: dict[str, int] = {}
        self.heard = Heard(session)
        for position, message in enumerate(session.messages):
            id = observation_of(tenant, self.session_id, position, message)
            self.observations[id] = message
            self.places[id] = position
            if message.id is not None:
                self.messages.setdefault(message.id, (id, message))
        self.users = {
            identity.entity_id(tenant, identity.ROOT_PERSON, message.speaker, session.group)
            for message in session.messages
            if message.role == "user"
        }
        self.items = self._read()
        self.claim_id = {name: self._claim_id(item) for name, item in self.items.items()}

    def result(self) -> Verified:
        supports = self._supported(list(self.items))
        while cycle := support_graph.first_closing(self._edges(supports), self.known.rests_on):
            name, claims = cycle
            self._reject(name, "cycle", "it would rest on itself: " + " rests on ".join(self._names(claims)))
            supports = self._supported([other for other in supports if other != name])
        accepted = self._ground(supports)
        for name in supports:
            self.warnings += [
                Warning_(code=code, detail=f"{name}: {detail}") for code, detail in self.items[name].flags
            ]
        relations = self._relations(accepted)
        order: dict[str, int] = {}
        for position, raw in enumerate(self.session.claims):
            order.setdefault(item_name(raw, "claims", position), position)
            order.setdefault(f"claims[{position}]", position)
        rejected = [*sorted(self.rejected.values(), key=lambda one: order[one.item]), *self.rejected_relations]
        warnings = tuple(dict.fromkeys((*self.session.warnings, *self.warnings)))
        return Verified(tuple(accepted.values()), tuple(relations), tuple(rejected), warnings)

    # ---- reading ----

    def _read(self) -> dict[str, ClaimItem]:
        items: dict[str, ClaimItem] = {}
        for position, raw in enumerate(self.session.claims):
            name = item_name(raw, "claims", position)
            try:
                if name in items or name in self.rejected:
                    raise Rejected("malformed", f"the id {name} occurs twice")
                items[name] = read_claim(raw, name, self.zone, self._said)
            except Rejected as error:
                taken = name in items or name in self.rejected
                self._reject(f"claims[{position}]" if taken else name, error.code, error.detail)
        return items

    def _reject(self, name: str, code: str, detail: str) -> None:
        self.rejected[name] = RejectedItem(item=name, code=code, detail=detail)

    def _mentions(self, item: ClaimItem) -> tuple[Mention, ...]:
        found = []
        for ref in item.entities:
            root = self.ontology.root(ref.kind)
            id = identity.entity_id(self.tenant, root, ref.external_id, self.session.group)
            found.append(Mention(id, self.ontology.kind(ref.kind), root, ref.external_id, ref.name, ref.role))
        return tuple(found)

    def _claim_id(self, item: ClaimItem) -> str:
        mentions = self._mentions(item)
        if item.kind == "fact":
            return self._fact(item, mentions).id(self.tenant)
        anchor = None
        if item.anchor:
            anchor = f"{item.anchor.start.isoformat()}/{item.anchor.grain}"
        elif item.anchor_text:
            anchor = identity.fold_name(item.anchor_text)
        elif item.kind == "action":
            days = [message.sent_at.date().isoformat() for message in self._messages_of(item) if message.sent_at]
            anchor = max(days, default=None)
        participants = [mention.id for mention in mentions]
        return identity.event_id(self.tenant, item.kind, participants, item.statement, item.negated, anchor)

    def _fact(self, item: ClaimItem, mentions: Iterable[Mention]) -> Fact:
        ends = {mention.role: mention.id for mention in mentions}
        return fact_of(ends, item.predicate, item.negated, item.value, item.unit)

    def _messages_of(self, item: ClaimItem) -> Iterable[Message]:
        """The messages of this session that an item cites, however it writes their ids."""
        return self._cited(item.citations)

    def _said(self, citations: tuple[Citation, ...]) -> Said:
        cited = list(self._cited(citations))
        orders = {message.date_order for message in cited or self.session.messages}
        at = max((message.sent_at for message in cited if message.sent_at), default=None)
        return Said(at, orders.pop() if len(orders) == 1 else None)

    def _cited(self, citations: tuple[Citation, ...]) -> Iterable[Message]:
        for citation in citations:
            if "message" in citation.kinds:
                exact = self._message(citation.text)
                for part in [citation.text] if exact else split_citation(citation.text):
                    if found := self._message(part) or self._message(_LEADING_ZEROS.sub("", part)):
                        yield found[1]

    def _message(self, text: str) -> tuple[str, Message] | None:
        """A message of this session by its own id or its observation's."""
        if text in self.messages:
            return self.messages[text]
        return (text, self.observations[text]) if text in self.observations else None

    # ---- support ----

    def _supported(self, names: Sequence[str]) -> dict[str, tuple[Cited, ...]]:
        """S1 and S2 for each item, again for those that cite one that had to go, until nothing changes."""
        alive = dict.fromkeys(names)
        citing: dict[str, set[str]] = defaultdict(set)
        supports: dict[str, tuple[Cited, ...]] = {}
        waiting = deque(names)
        dropped: dict[str, list[Warning_]] = {}
        while waiting:
            name = waiting.popleft()
            if name not in alive:
                continue
            try:
                supports[name], dropped[name] = self._support(self.items[name], alive)
                for cited in supports[name]:
                    if cited.item:
                        citing[cited.item].add(name)
            except Rejected as error:
                del alive[name]
                self._reject(name, error.code, error.detail)
                waiting.extend(other for other in self.items if other in citing[name])
        for name in alive:
            self.warnings += dropped[name]
        return {name: supports[name] for name in alive}

    def _support(self, item: ClaimItem, alive: Mapping[str, None]) -> tuple[tuple[Cited, ...], list[Warning_]]:
        found: dict[str, Cited] = {}
        warnings: list[Warning_] = []
        for citation in item.citations:
            for cited in self._look_up(item.item, citation, alive, warnings):
                if self._is_echo(item.item, cited):
                    detail = f"{item.item}: {citation.text} says again what was recalled"
                    warnings.append(Warning_(code="echo_dropped", detail=detail))
                elif cited.id not in found or found[cited.id].quote is None:
                    found[cited.id] = cited
        if not found:
            echoed = any(one.code == "echo_dropped" for one in warnings)
            why = "it says again what was recalled: " if echoed else "nothing that it cites exists: "
            details = "; ".join(warning.detail for warning in warnings)
            raise Rejected("echo" if echoed else "dangling_support", why + details)
        self._check_literals(item, found.values(), warnings)
        return tuple(found.values()), warnings

    def _look_up(
        self, name: str, citation: Citation, alive: Mapping[str, None], warnings: list[Warning_]
    ) -> Iterable[Cited]:
        exact = self._find(citation.text, citation, alive)
        for part in [citation.text] if exact else split_citation(citation.text):
            cited = exact or self._find(part, citation, alive)
            plain = _LEADING_ZEROS.sub("", part)
            if cited is None and plain != part and (cited := self._find(plain, citation, alive)):
                warnings.append(Warning_(code="id_normalised", detail=f"{name}: {part} is read as {plain}"))
            if cited is None and part in self.heard.dropped:
                warnings.append(Warning_(code="echo_dropped", detail=f"{name}: {part} was nothing but recalled memory"))
            elif cited is None:
                warnings.append(Warning_(code="citation_dropped", detail=f"{name}: {part} does not exist"))
            else:
                yield cited

    def _find(self, text: str, citation: Citation, alive: Mapping[str, None]) -> Cited | None:
        if "message" in citation.kinds:
            if found := self._message(text):
                id, message = found
                quote = citation.quote
                if quote and find_quote(quote, message.text) is None and self.heard.held(message.id, quote):
                    raise Rejected("echo", f"{quote!r} is what was recalled")
                return self._quoted(id, False, message.text, quote, None)
            if text in self.known.observations:
                return self._quoted(text, False, self.known.observations[text].text, citation.quote, None)
        if "claim" in citation.kinds:
            item = text if text in alive else self._stated_here(text, alive)
            if item:
                return self._quoted(self.claim_id[item], True, self.items[item].statement, citation.quote, item)
            if (stored := self._echoed(text)) in self.known.claims:
                return self._quoted(stored, True, self.known.claims[stored].statement, citation.quote, None)
        return None

    def _echoed(self, text: str) -> str:
        """The claim of the store that a citation names: by its id, or by an item that only said it again (C42)."""
        echo = text in self.rejected and self.rejected[text].code == "echo"
        return self.claim_id[text] if echo else text

    def _is_echo(self, item: str, cited: Cited) -> bool:
        """C42: whether a support only says again what was recalled before it, by its words or by the claim."""
        if cited.id not in self.places:
            return False
        place = self.places[cited.id]
        return self.heard.repeats(place, cited.quote) or self.heard.recalls(place, self.claim_id[item])

    def _stated_here(self, id: str, alive: Iterable[str]) -> str | None:
        """The item by which this session states the claim `id` of the store, where no other gives a reason for it."""
        return None if id in self.known.claims else next((one for one in alive if self.claim_id[one] == id), None)

    def _quoted(self, id: str, is_claim: bool, text: str, quote: str | None, item: str | None) -> Cited:
        span = find_quote(quote, text) if quote else None
        if quote and span is None:
            raise Rejected("quote_not_found", f"{quote!r} does not occur in what it cites")
        return Cited(id, is_claim, quote, span, item)

    def _check_literals(self, item: ClaimItem, supports: Iterable[Cited], warnings: list[Warning_]) -> None:
        texts, times = [], [item.anchor] if item.anchor else []
        for cited in supports:
            if cited.id in self.observations:
                message = self.observations[cited.id]
                source = message.source
                texts += [message.text, message.speaker, message.locator or "", source.external_id, source.title or ""]
                times += [moment(message.sent_at)] if message.sent_at else []
            elif cited.item:
                other = self.items[cited.item]
                texts += [other.statement, f"{other.value or ''} {other.unit or ''}"]
            elif cited.is_claim:
                texts.append(self.known.claims[cited.id].statement)
            else:
                texts.append(self.known.observations[cited.id].text)
        missing, respelled = missing_literals(item.statement, texts, times)
        if missing:
            raise Rejected("literal_mismatch", f"the statement says {', '.join(missing)}, its support does not")
        if respelled:
            detail = f"{item.item}: {', '.join(respelled)} is spelled differently in its support"
            warnings.append(Warning_(code="number_spelling", detail=detail))

    def _edges(self, supports: Mapping[str, tuple[Cited, ...]]) -> list[tuple[str, str, list[str]]]:
        return [
            (name, self.claim_id[name], [cited.id for cited in cites if cited.is_claim])
            for name, cites in supports.items()
        ]

    def _names(self, claims: Iterable[str]) -> list[str]:
        by_id = {id: name for name, id in reversed(self.claim_id.items())}
        return [by_id.get(id, id) for id in claims]

    # ---- grounds ----

    def _ground(self, supports: Mapping[str, tuple[Cited, ...]]) -> dict[str, Accepted]:
        items_of: dict[str, list[str]] = defaultdict(list)
        for name in supports:
            items_of[self.claim_id[name]].append(name)
        below = {id: [c.id for n in names for c in supports[n] if c.is_claim] for id, names in items_of.items()}
        grounds: dict[str, Ground] = {}
        ranks: dict[str, int] = {}
        item_ground: dict[str, Ground] = {}
        item_rank: dict[str, int] = {}
        for id in support_graph.bottom_up(below):
            for name in items_of[id]:
                ground, rank = Ground(), 0
                for cited in supports[name]:
                    if cited.item:
                        ground, rank = ground | grounds[cited.id], max(rank, ranks[cited.id])
                    elif cited.is_claim:
                        claim = self.known.claims[cited.id]
                        ground, rank = ground | claim.ground, max(rank, claim.rank, ranks.get(cited.id, 0))
                    else:
                        ground |= self._observed(cited.id)
                item_ground[name], item_rank[name] = ground, rank + 1
            grounds[id] = Ground()
            for name in items_of[id]:
                grounds[id] |= item_ground[name]
            stored = self.known.ranks.get(id, 0)
            ranks[id] = max(stored, *(item_rank[name] for name in items_of[id]))
        return {
            name: self._accepted(name, cites, item_ground[name], item_rank[name]) for name, cites in supports.items()
        }

    def _accepted(self, name: str, cites: tuple[Cited, ...], ground: Ground, rank: int) -> Accepted:
        item = self.items[name]
        mentions = self._mentions(item)
        rivals = rivalries(self._fact(item, mentions), self.tenant, self.ontology) if item.kind == "fact" else None
        second_hand = not ground.by_people and any(mention.id in self.users for mention in mentions)
        world = ground.world(item.anchor, item.world_to, long_before=item.long_before)
        return Accepted(item, self.claim_id[name], mentions, cites, ground, world, rank, second_hand, rivals)

    def _observed(self, id: str) -> Ground:
        if id in self.known.observations and id not in self.observations:
            return self.known.observations[id].ground
        message = self.observations[id]
        source = message.source
        group = self.session.group
        sources = frozenset({identity.source_id(self.tenant, source.kind, source.external_id, group)})
        is_document = source.kind == "document"
        published = source.published_at if is_document else None
        undated = is_document and published is None
        return Ground(sources, published, undated, message.sent_at, message.role != "assistant")

    # ---- relations ----

    def _relations(self, accepted: Mapping[str, Accepted]) -> Iterable[AcceptedRelation]:
        found: dict[tuple[str, str, str], AcceptedRelation] = {}
        for position, raw in enumerate(self.session.relations):
            name = item_name(raw, "relations", position)
            try:
                relation = self._relation(read_relation(raw, name), accepted)
                found.setdefault((relation.type, relation.start, relation.end), relation)
            except Rejected as error:
                self.rejected_relations.append(RejectedItem(item=name, code=error.code, detail=error.detail))
        return found.values()

    def _relation(self, item: RelationItem, accepted: Mapping[str, Accepted]) -> AcceptedRelation:
        ends = []
        for text in (item.start, item.end):
            if own := text if text in accepted else self._stated_here(text, accepted):
                ends.append(accepted[own].claim_id)
            elif text in self.known.claims:
                ends.append(text)
            else:
                raise Rejected("dangling_relation", f"{text} is no claim that was stored")
        if ends[0] == ends[1]:
            raise Rejected("self_relation", f"{item.start} and {item.end} are one claim")
        confidence = read_confidence(item.confidence)
        if item.type == "BEFORE":
            self._check_before(item, accepted)
        if item.type == "CONTRADICTS":
            ends.sort()
        return AcceptedRelation(item.item, item.type, ends[0], ends[1], confidence, item.justification)

    def _check_before(self, item: RelationItem, accepted: Mapping[str, Accepted]) -> None:
        """T2, for stated times: when a message was sent says nothing of what came first among the things it tells."""
        first, second = (self._stated(text, accepted) for text in (item.start, item.end))
        if first is None or second is None or first.end <= second.start:
            return
        code = "before_reversed" if later(first.start, second.end, second.start) else "before_overlap"
        raise Rejected(code, f"{item.start} is not over before {item.end} starts")

    def _stated(self, text: str, accepted: Mapping[str, Accepted]) -> Interval | None:
        if item := text if text in accepted else self._stated_here(text, accepted):
            world = accepted[item].world
            return world.at if world.basis in ("stated", "published") else None
        return min(self.known.claims[text].worlds, default=None)


def observation_of(tenant: str, session_id: str, position: int, message: Message) -> str:
    """The id of a message as an observation (law I1a)."""
    return identity.observation_id(tenant, session_id, position if message.id is None else message.id, message.text)
