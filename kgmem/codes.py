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
    "echo": "all that it rests on says again what kgmem had recalled into the session",
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
    "answer_unwritten": "the chat model could not be asked, or its reply not be read; the answer is made without it",
    "anchor_unresolved": "words about time that give none; they are kept and the time stays unset",
    "certain_confidence": "a confidence of 1 stays 1 whatever else is learned, until its model is calibrated",
    "citation_dropped": "something cited does not exist; the claim keeps its other supports",
    "echo_dropped": "what kgmem had recalled came back; it was taken out of a message, or is not counted as a support",
    "empty_session": "the session has no message with text",
    "id_normalised": "a citation with leading zeros was read without them",
    "link_unasked": "no model could be asked how claims of the session relate to others; they are linked without it",
    "nonexistent_time": "a local time that clocks skip; it is read as if they had not",
    "number_spelling": "a number of the statement is spelled differently in its support",
    "orphan_date": "a date or an id in a LoCoMo or LongMemEval file has no session",
    "rivals_changed": "a rebuild by another ontology changed who is whose rival; the detail names the predicates",
    "same_time_update": "an update not known to be later, or of what had ended by then; kept without effect",
    "skipped_retracted": "what the session holds or comes from was taken back and stays so",
    "text_sanitised": "control characters or lone surrogates were taken out",
    "topics_unnamed": "no model could be asked what topics are to be called; they are called by their words",
    "tz_assumed": "a time that names no zone was read in that of the session, or the configured one",
    "unknown_field": "a field that the format does not have is not read",
    "verdict_refused": "what a model said of two claims breaks a law or was not asked; it is not stored",
    "update_before_fact": "an update that lies before what it updates; kept without effect",
}
"""What kgmem put right or left undone, and the caller should know."""

REASONS = {
    "bad_reply": "what the chat model replied cannot be read, also after it was told why; the reply is kept",
    "changed": "what a model was asked about changed before it had answered; it is asked again",
    "erased": "something of the session was erased while it was being read; sent again, it is new",
    "duplicate_session_id": "the id occurs twice in one input with different content; neither is stored",
    "model_error": "the chat model's provider answered with an error; the rest of the reason is what it said",
    "model_returned_none": "the session is stored, and the chat model found nothing in it to claim",
    "model_unreachable": "the chat model's provider did not answer",
    "rate_limited": "the chat model's provider asked to wait for longer than kgmem does",
    "read_again": "the content was stored before; now another distiller, which is named, read it, or one that failed",
    "store_error": "the store refused the session; the rest of the reason says why, and the others went on",
    "unreadable_session": "it cannot be read; the rest of the reason says where and why, and the others went on",
    "timeout": "the chat model did not reply in time",
    "session_changed": "the session was stored with other content and is now up to date; the rest counts messages",
}
"""Why a whole session was rejected or failed, or what storing it changed; its `reason` begins with one and a colon."""

BAD_INPUT = {
    "a byte-order mark, also where files were joined": ("read as if it were not there", None),
    "a file in UTF-16, UTF-32, Latin-1, an encoding of Windows, or compressed": (
        "nothing of the input is stored; the error names what it looks like, and the line", "bad_input"),
    "a file or folder that is missing, empty, a pipe or may not be read, also within a folder": (
        "nothing of the input is stored; the error names it", "bad_input"),
    "a file that is not JSON at all, or nested beyond reading": (
        "nothing of the input is stored; the error names line and column", "bad_input"),
    "a line that is not JSON, in the middle or cut off at the end": (
        "that line is rejected, the others are stored", "unreadable_session"),
    "a session with a key missing, of a wrong type, or with a value that its field does not take": (
        "that session is rejected, the others are stored", "unreadable_session"),
    "an input in which no session can be read": (
        "the error of the first session; nothing is stored", "bad_input"),
    "a session nested more than 100 levels deep": (
        "that session is rejected, the others are stored", "unreadable_session"),
    "a field that the format does not have": ("not read", "unknown_field"),
    "a session without messages, or without text in any": ("stored as it is", "empty_session"),
    "a list without sessions": ("there is nothing to store", None),
    "a huge message": ("stored whole", None),
    "a message id twice in one session": (
        "that session is rejected, the others are stored", "unreadable_session"),
    "a session id twice in one input with different content, such as another date": (
        "both are rejected, the others are stored", "duplicate_session_id"),
    "a session id twice in one input with the same content": ("stored once; the second is `unchanged`", None),
    "a date or id of a benchmark file without session": ("left out", "orphan_date"),
    "a time that is none, or names no zone where none is configured": (
        "that session is rejected, the others are stored", "unreadable_session"),
    "a time that names no zone, with a zone configured": ("read in that zone", "tz_assumed"),
    "a local time that occurs twice": ("the earlier is taken", "ambiguous_time"),
    "a local time that the clocks skip": ("read as if they had not", "nonexistent_time"),
    "an unknown zone": ("that session is rejected, the others are stored", "unreadable_session"),
    "NaN, Infinity, 1e999 or an integer of more than 4,300 digits as an id or a time": (
        "that session is rejected, the others are stored", "unreadable_session"),
    "NaN, Infinity, 1e999 or a huge integer as a confidence": (
        "that claim is rejected, the session is stored", "bad_confidence"),
    "control characters and lone surrogates": (
        "the former are taken out, the latter become U+FFFD, before anything is hashed", "text_sanitised"),
    "a message with a context that kgmem had recalled": (
        "the context is taken out; a message that was nothing else is none", "echo_dropped"),
}  # fmt: skip
"""What becomes of each kind of bad input, and the code that says so: of a warning, a rejection or an error."""
