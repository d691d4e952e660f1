"""Which encoding the bytes of a file look like, so that a refusal can name it. Pure."""

from __future__ import annotations

import codecs

_STARTS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"),
)
_ZEROS = {"x000": "UTF-32", "000x": "UTF-32", "x0x0": "UTF-16", "0x0x": "UTF-16"}
"""JSON begins with two ASCII characters, so where the zero bytes stand among the first four tells the width."""

START_BYTES = 4
"""What `by_start` looks at."""


def by_start(start: bytes) -> str | None:
    """What a file that begins so is encoded in, or None where that may be UTF-8."""
    marked = next((name for mark, name in _STARTS if start.startswith(mark)), None)
    return marked or _ZEROS.get("".join("x" if byte else "0" for byte in start[:START_BYTES]))


def by_bytes(text: bytes) -> str:
    """What a text that is not UTF-8 looks like. One byte a character is all that can be told from so little."""
    whole = text.decode("utf-8", "replace")
    damaged = whole.count("\ufffd")
    if sum(not character.isascii() for character in whole) > 2 * damaged:
        return "UTF-8 with a damaged character"
    if any(0x80 <= byte <= 0x9F for byte in text):  # control characters in Latin-1, which no text has
        return "Windows-1252 or another encoding of Windows"
    return "Latin-1 or Windows-1252"
