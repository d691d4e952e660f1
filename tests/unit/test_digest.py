"""Law P5: what was settled is told from sessions' claims in order."""

from __future__ import annotations

from datetime import UTC, datetime

from kgmem.models import ClaimView
from kgmem.recall.answer import Candidate, Stated
from kgmem.recall.digest import ITEMS_TOLD, cut, digests, drawn


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


def claim(
    id: str, on: int, notes: tuple[str, ...], *, until: datetime | None = None, coverage: float = 0.0
) -> Candidate:
    view = ClaimView(
        id=id, kind="fact", statement=f"{id} was agreed", validity=0.0 if until else 1.0, valid_until=until,
        standing="supported", confidence=0.8 if on < 3 else 0.6, confidence_shared=0.5, weakest_support=0.5,
        calibrated=False, contradicted_by=(), updated_by=(), score=0.5, seed="message",
    )  # fmt: skip
    times = (Stated(day(on), None, "day", "message"),)
    return Candidate(view, coverage, 1.0, until is None, day(on), until, times=times, notes=notes)


ROW = {
    "id": "ses-1",
    "external_id": "s1",
    "title": "Boxes",
    "summary": "We agreed.",
    "started_at": day(2),
    "notes": ["m", "n"],
}


def test_claims_of_a_session_are_told_in_order_behind_its_summary() -> None:
    claims = [claim("b", 3, ("n",)), claim("a", 2, ("m", "x"), until=day(9)), claim("elsewhere", 2, ("x",))]
    found = digests([ROW], claims)
    told = drawn(found)
    assert told is not None
    assert told.text == ("2026-03-02, Boxes: We agreed. [1] until 2026-03-09: a was agreed [2]. b was agreed [3].")
    assert told.citations == ("ses-1", "a", "b")


def test_a_summary_names_what_it_rests_on_and_is_no_surer() -> None:
    summary = digests([ROW], [claim("a", 2, ("m",)), claim("b", 3, ("n",))])[0].summary
    assert summary is not None
    assert (summary.kind, summary.rests_on, summary.confidence) == ("summary", ("a", "b"), 0.6)


def test_a_summary_stands_no_better_than_the_claims_it_rests_on() -> None:
    """R2."""
    weak = claim("b", 3, ("n",))
    weak = weak._replace(view=weak.view.model_copy(update={"standing": "weakened", "validity": 0.5}))
    summary = digests([ROW], [claim("a", 2, ("m",)), weak])[0].summary
    assert summary is not None
    assert (summary.standing, summary.validity) == ("weakened", 0.5)


def test_of_one_matter_only_its_claims_are_told() -> None:
    found = digests([ROW], [claim("a", 2, ("m",), coverage=1.0), claim("b", 3, ("n",))])
    assert [one.view.id for one in found[0].claims] == ["a"]


def test_a_session_of_which_no_claim_stands_says_nothing() -> None:
    assert drawn(digests([ROW], [])) is None
    assert drawn([]) is None


def test_what_is_not_told_for_its_number_is_called_cut() -> None:
    """P1: a summary counts as one."""
    claims = [claim(str(number), 2, ("m",)) for number in range(ITEMS_TOLD)]
    assert not cut(digests([ROW | {"summary": None}], claims))
    assert cut(digests([ROW], claims))


def test_what_contradicts_another_that_is_told_makes_the_answer_disputed() -> None:
    """T6: while both hold."""
    one, other = claim("a", 2, ("m",)), claim("b", 3, ("n",))
    one = one._replace(view=one.view.model_copy(update={"contradicted_by": ("b", "elsewhere")}))
    told = [drawn(digests([ROW], [one, rival])) for rival in (other, other._replace(holds=False))]
    assert [one.status for one in told if one] == ["disputed", "answered"]
    alone = drawn(digests([ROW], [one]))
    assert alone is not None
    assert alone.status == "answered"
