"""Laws C2 and T2: what an assertion rests on in the end."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from kgmem.anchors import Interval, moment, unit
from kgmem.distill.grounds import Ground, World

times = st.integers(2000, 2030).map(lambda year: datetime(year, 1, 1, tzinfo=UTC))
grounds = st.builds(
    Ground,
    st.frozensets(st.sampled_from("abc"), max_size=2),
    st.none() | st.builds(unit, times, st.sampled_from(["day", "year"])),
    st.booleans(),
    st.none() | times,
)


@given(grounds, grounds, grounds)
def test_grounds_join_in_any_order(one: Ground, other: Ground, third: Ground) -> None:
    """I3: and joining a ground with itself or with nothing changes nothing."""
    assert one | other == other | one
    assert (one | other) | third == one | (other | third)
    assert one | one == one | Ground() == one


@given(grounds, grounds)
def test_a_conclusion_is_as_fresh_as_its_stalest_document_and_as_its_latest_message(one: Ground, other: Ground) -> None:
    """T2."""
    joined = one | other
    assert joined.sources == one.sources | other.sources
    assert joined.undated == (one.undated or other.undated)
    dates = [ground.published for ground in (one, other) if ground.published]
    assert joined.published == (min(dates, key=lambda date: (date.start, date.end)) if dates else None)
    latest = [ground.latest for ground in (one, other) if ground.latest]
    assert joined.latest == (max(latest) if latest else None)


@given(grounds, st.none() | st.builds(unit, times, st.just("month")))
def test_world_time_is_the_first_that_is_known(ground: Ground, anchor: Interval | None) -> None:
    """T2: stated, else published unless one document is undated, else of the latest message, else unknown."""
    expected = World(None, "unknown")
    if ground.latest:
        expected = World(moment(ground.latest), "message")
    if ground.published:
        expected = World(ground.published, "published")
    if ground.undated:
        expected = World(None, "unknown")
    if anchor:
        expected = World(anchor, "stated")
    assert ground.world(anchor) == expected
