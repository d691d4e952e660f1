"""The table: what a clause about somebody says, by predicate. The first row that fits wins.

A row names the forms its verb may follow (see `Head`), the verb as a regular expression that ends before the object,
and what the object must be (see `phrases.TYPES`). Everything a row can say is in its columns; there is no code per row.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One pattern. `says` is what a positive clause tells: is, now (is, and has no past form), change (became so), not,
    end (is over), was (was so)."""

    predicate: str
    kind: str
    forms: frozenset[str]
    verb: re.Pattern[str]
    object: str
    says: str = "is"
    listed: bool = False
    fixed: str | None = None
    """The object where the verb tells it, formatted with the verb's groups."""
    dated: bool = False
    """Only with words about time."""
    to_speaker: bool = False
    """About the speaker, whoever the clause is about ("my aunt gave me her violin")."""


def row(
    predicate: str, kind: str, forms: str, verb: str, object: str, says: str = "is", *, listed: bool = False,
    fixed: str | None = None, dated: bool = False, to_speaker: bool = False,
) -> Row:  # fmt: skip
    """A row of the table from its columns as text: forms with spaces between them, the verb as an expression."""
    pattern = re.compile(rf"(?:{verb})(?:(?<=\s)|(?<!\S)|\s+|$|(?=[,;]))" if verb else "", re.IGNORECASE)
    return Row(predicate, kind, frozenset(forms.split()), pattern, object, says, listed, fixed, dated, to_speaker)
