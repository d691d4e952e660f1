"""Law I1: every id is a hash of what the thing is, so two sessions that mention one thing write one node.

Pure. An id reads `<prefix>-<32 hex digits>`; the prefix tells people the kind, the digits are the first 128 bits of a
SHA-256 over a length-delimited encoding, so no choice of parts can imitate another.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime

PREFIXES = {
    "src": "source",
    "ses": "session",
    "obs": "observation",
    "ent": "entity",
    "clm": "claim",
    "ast": "assertion",
    "ret": "retraction",
    "vrd": "verdict",
    "cal": "calibration",
    "era": "erasure",
    "prn": "pruning",
    "top": "topic",
}
"""What the prefix of an id says the thing is."""

ROOT_PERSON = "person"
"""The one root kind whose names are told apart by the session's group (law I1)."""

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SPACE = re.compile(r"\s+")
_DIGEST_CHARS = 32
_TENANT_TOKEN_CHARS = 24


def hashed(prefix: str, *parts: object) -> str:
    """The id of `parts` under `prefix`. None and the empty string are different parts."""
    digest = hashlib.sha256()
    for part in (prefix, *parts):
        data = None if part is None else str(part).encode()
        digest.update(b"-;" if data is None else b"%d:%s;" % (len(data), data))
    return f"{prefix}-{digest.hexdigest()[:_DIGEST_CHARS]}"


def kind_of(id: str) -> str | None:
    """What an id's prefix says it names ("claim", "source", ...), or None for a text that is no id of ours."""
    prefix, dash, digits = id.partition("-")
    return PREFIXES.get(prefix) if dash and len(digits) == _DIGEST_CHARS else None


def clean(text: str) -> tuple[str, bool]:
    """`text` as the store can hold it, and whether anything had to go.

    Control characters other than tab and line ends are dropped, a surrogate pair written as two code points is joined
    and a lone surrogate becomes U+FFFD (case C20).
    """
    if text.isascii() and text.isprintable():
        return text, False
    try:
        text.encode()
        joined = text
    except UnicodeEncodeError:
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    cleaned = _CONTROLS.sub("", joined)
    return cleaned, cleaned != text


def normalise_id(text: str) -> str:
    """An identifier of a tenant, session, message or source: NFC and trimmed, nothing more."""
    return unicodedata.normalize("NFC", text).strip()


def fold_name(name: str) -> str:
    """A name as identity sees it: NFKC, casefold, invisible format characters dropped, white space collapsed.

    Empty when nothing visible is left; the caller rejects that (`empty_name`).
    """
    visible = "".join(c for c in name if unicodedata.category(c) != "Cf")  # first, or they keep letters from composing
    return _SPACE.sub(" ", unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())).strip()


def normalise_value(text: str) -> str:
    """A value or unit as identity sees it: NFC and white space collapsed; mW is not MW, and 10⁵ is not 105."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()


def session_id(tenant: str, external_id: str) -> str:
    """By the caller's id."""
    return hashed("ses", tenant, normalise_id(external_id))


def source_id(tenant: str, kind: str, external_id: str, group: str | None) -> str:
    """A document or tool is one in the tenant; speakers, who are people, are told apart by `group`."""
    return hashed("src", tenant, kind, normalise_id(external_id), group if kind == "speaker" else None)


def observation_id(tenant: str, session: str, message: str | int, text: str) -> str:
    """Law I1a: by session, message id (or position) and text, so an edited message is another observation."""
    return hashed("obs", tenant, session, type(message).__name__, message, text)


def entity_id(tenant: str, root_kind: str, external_id: str, group: str | None) -> str:
    """By root kind and folded external id; people also by `group`."""
    return hashed("ent", tenant, root_kind, fold_name(external_id), group if root_kind == ROOT_PERSON else None)


def fact_id(
    tenant: str,
    subject: str | None,
    predicate: str,
    negated: bool,
    object: str | None,
    value: str | None,
    unit: str | None,
) -> str:
    """Law I1a: a fact is subject, predicate, negated, and object or value with unit; never its time."""
    return hashed("clm", tenant, "fact", subject, fold_name(predicate), negated, object, value, unit)


def rivalry_key(tenant: str, kind: str, *parts: object) -> str:
    """Law T3: one for all claims that are rivals of each other by `kind`, subject, object or negation."""
    return hashed("rvl", tenant, kind, *parts)


def event_id(
    tenant: str, kind: str, participants: Iterable[str], statement: str, negated: bool, anchor: str | None
) -> str:
    """Law I1a: an event is kind, participants, statement and anchor (an action without one: its message's day)."""
    return hashed("clm", tenant, kind, *sorted(set(participants)), "|", fold_name(statement), negated, anchor)


def assertion_id(tenant: str, session: str, item: str, claim: str, content: str) -> str:
    """Law I1a: by session, item, claim and content, so a corrected reason is another one."""
    return hashed("ast", tenant, session, item, claim, content)


def retraction_id(tenant: str, target: str, number: int) -> str:
    """The `number`-th act of taking `target` back."""
    return hashed("ret", tenant, target, number)


def verdict_id(tenant: str, claim: str, number: int) -> str:
    """The `number`-th verdict on `claim`."""
    return hashed("vrd", tenant, claim, number)


def calibration_id(tenant: str, model: str, number: int) -> str:
    """The `number`-th calibration of `model`."""
    return hashed("cal", tenant, model, number)


def erasure_id(tenant: str, number: int) -> str:
    """The `number`-th act of erasing something of a tenant; nothing of what was erased is in it."""
    return hashed("era", tenant, number)


def pruning_id(tenant: str, at: datetime) -> str:
    """The act of pruning of a tenant that was recorded at a time, which is that of no other transaction of it."""
    return hashed("prn", tenant, at.isoformat())


def topic_id(tenant: str, session: str) -> str:
    """The topic that a session started."""
    return hashed("top", tenant, session)


def tenant_token(tenant: str) -> str:
    """A word that stands for the tenant in full-text indexes, which know no other filter (law I4).

    Letters only and without the endings a stemmer takes, so that no analyzer splits or shortens it.
    """
    digest = hashlib.sha256(tenant.encode()).hexdigest()[:_TENANT_TOKEN_CHARS]
    return "q" + digest.translate(str.maketrans("0123456789abcdef", "ghjkmnpqrtvwxzbc")) + "q"
