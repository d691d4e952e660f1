"""Every code that a result can hold, with its meaning. A code that is not here is a defect, and a test finds it.

The codes of errors stand in errors.py, with their exit codes.
"""

from __future__ import annotations

REJECTIONS = {
    "malformed": "the item is not of the shape that its kind has; the detail names the field",
    "unknown_type": "its kind is none of fact, action, state_change, preference, plan",
    "schema_echo": "its statement is a placeholder that a model copied from the schema",
    "too_long": "its statement is a document, no conclusion",
    "empty_name": "an entity has a name of which nothing is visible",
    "bad_confidence": "its confidence is no number from 0 to 1",
    "empty_support": "it cites neither a message nor a claim",
    "dangling_support": "nothing that it cites exists",
    "quote_not_found": "a quote does not occur in what it cites",
    "literal_mismatch": "the statement says a number, unit or code that its support does not",
    "cycle": "it would rest on itself; the detail names the claims around",
    "unknown_relation": "its type is none of causes, enables, prevents, before, updates, contradicts",
    "dangling_relation": "one of its ends is no claim that was stored",
    "self_relation": "both its ends are one claim",
    "before_overlap": "the claims that it puts in order overlap in time",
    "before_reversed": "the claim that it puts first is the later one",
}
"""Why a claim or a relation was not stored; the first that applies."""

WARNINGS = {
    "ambiguous_time": "a local time that occurs twice, when clocks go back; the earlier is taken",
    "anchor_unresolved": "words about time that give none; they are kept and the time stays unset",
    "certain_confidence": "a confidence of 1 stays 1 whatever else is learned",
    "citation_dropped": "something cited does not exist; the claim keeps its other supports",
    "empty_session": "the session has no message with text",
    "id_normalised": "a citation with leading zeros was read without them",
    "nonexistent_time": "a local time that clocks skip; it is read as if they had not",
    "number_spelling": "a number of the statement is spelled differently in its support",
    "orphan_date": "a date in a LoCoMo file has no session",
    "same_time_update": "an update that is not known to be later than what it updates; kept without effect",
    "skipped_retracted": "what the session holds or comes from was taken back and stays so",
    "text_sanitised": "control characters or lone surrogates were taken out",
    "tz_assumed": "a time that names no zone was read in that of the session, or the configured one",
    "unknown_field": "a field that the format does not have is not read",
    "update_before_fact": "an update that lies before what it updates; kept without effect",
}
"""What kgmem put right or left undone, and the caller should know."""

REASONS = {
    "duplicate_session_id": "the id occurs twice in one input with different content; neither is stored",
    "store_error": "the store refused the session; the rest of the reason says why, and the others went on",
    "session_changed": "the id is stored with other content; the new content needs an id of its own",
}
"""Why a whole session was rejected or failed; a session's `reason` begins with one of them and a colon."""
