"""Laws T1 and T2: a time is an interval with a grain, and later is a relation of intervals."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import anchors
from kgmem.anchors import Interval, NaiveTime, iso, later, moment, parse_iso, unit, zone

NEW_YORK, OSLO, KATHMANDU = ZoneInfo("America/New_York"), ZoneInfo("Europe/Oslo"), ZoneInfo("Asia/Kathmandu")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("words", "start", "end", "grain"),
    [
        ("2024", "2024-01-01T00:00Z", "2025-01-01T00:00Z", "year"),
        ("2024-02", "2024-02-01T00:00Z", "2024-03-01T00:00Z", "month"),
        ("2024-12", "2024-12-01T00:00Z", "2025-01-01T00:00Z", "month"),
        ("2024-02-29", "2024-02-29T00:00Z", "2024-03-01T00:00Z", "day"),
        ("2024-12-31", "2024-12-31T00:00Z", "2025-01-01T00:00Z", "day"),
        (" 2024-06-01 ", "2024-06-01T00:00Z", "2024-06-02T00:00Z", "day"),
        ("2024-06-01T10:30Z", "2024-06-01T10:30Z", "2024-06-01T10:31Z", "minute"),
        ("2024-06-01 10:30z", "2024-06-01T10:30Z", "2024-06-01T10:31Z", "minute"),
        ("2024-06-01T10:30:15Z", "2024-06-01T10:30:15Z", "2024-06-01T10:30:16Z", "second"),
        ("2024-06-01T10:30:15.250Z", "2024-06-01T10:30:15.250Z", "2024-06-01T10:30:16.250Z", "second"),
        ("2024-06-01T10:30:15,5Z", "2024-06-01T10:30:15.5Z", "2024-06-01T10:30:16.5Z", "second"),
        ("2024-06-01T10:30:15.123456789Z", "2024-06-01T10:30:15.123456Z", "2024-06-01T10:30:16.123456Z", "second"),
        ("2024-06-01T10:30:15+02:00", "2024-06-01T08:30:15Z", "2024-06-01T08:30:16Z", "second"),
        ("2024-06-01T10:30+0530", "2024-06-01T05:00Z", "2024-06-01T05:01Z", "minute"),
        ("2024-06-01T23:30-03", "2024-06-02T02:30Z", "2024-06-02T02:31Z", "minute"),
        ("0001", "0001-01-01T00:00Z", "0002-01-01T00:00Z", "year"),
        ("1850-05-01", "1850-05-01T00:00Z", "1850-05-02T00:00Z", "day"),
    ],
)
def test_iso_words_are_the_interval_they_name(words: str, start: str, end: str, grain: str) -> None:
    """T1: with the grain of the words; nothing is assumed where a zone is given or none is needed."""
    assert parse_iso(words, None) == Interval(at(start), at(end), grain)


@pytest.mark.parametrize(
    "words",
    ["", " ", "soon", "last week", "2024-13", "2024-00", "2024-02-30", "2023-02-29", "24-01-01", "2024-1-1",
     "20240101", "2024-06-01T25:00Z", "2024-06-01T10", "2024-06-01T10:30:15+25:00", "2024-06-01T10:30+02:99",
     "2024-06-01Z", "-2024", "2024-06-01T10:30:60Z", "9999", "9999-12", "9999-12-31", "99999", "2024/06/01",
     "June 2024", "２０２４-", "2024-06-01 to 2024-07-01"],
)  # fmt: skip
def test_other_words_are_no_time_and_no_guess_is_made(words: str) -> None:
    """T1: kept as words, unset as a time; what lies beyond the calendar of the store too."""
    assert parse_iso(words, UTC) is None


@given(st.text(max_size=40))
def test_no_words_raise(words: str) -> None:
    """T1: whatever a session writes is read or left."""
    found = parse_iso(words, UTC)
    assert found is None or found.start < found.end


def test_a_time_without_zone_takes_the_configured_one_and_says_so() -> None:
    """C25: three writings of one instant; without a configured zone it is an error that says what to do."""
    written = ["2025-07-25T02:00:00Z", "2025-07-25T04:00:00+02:00", "2025-07-25 02:00:00"]
    found = [parse_iso(words, UTC) for words in written]
    assert {one.start for one in found if one} == {at("2025-07-25T02:00:00Z")}
    assert [one.flags for one in found if one] == [(), (), ("tz_assumed",)]
    with pytest.raises(NaiveTime, match="KGMEM_TIMEZONE"):
        parse_iso("2025-07-25 02:00", None)


def test_a_day_is_the_day_of_its_zone() -> None:
    """C25: the session's zone, else UTC, and no assumption is marked for whole days, months and years."""
    assert parse_iso("2025-07-25", None) == Interval(at("2025-07-25T00:00Z"), at("2025-07-26T00:00Z"), "day")
    assert parse_iso("2025-07-25", OSLO) == Interval(at("2025-07-24T22:00Z"), at("2025-07-25T22:00Z"), "day")
    assert parse_iso("2025-01", KATHMANDU) == Interval(at("2024-12-31T18:15Z"), at("2025-01-31T18:15Z"), "month")


@pytest.mark.parametrize(
    ("words", "start", "flags"),
    [
        ("2025-11-02 01:30", "2025-11-02T05:30Z", ("tz_assumed", "ambiguous_time")),
        ("2025-11-02T01:30:00-05:00", "2025-11-02T06:30Z", ()),
        ("2025-03-09 02:30", "2025-03-09T07:30Z", ("tz_assumed", "nonexistent_time")),
        ("2025-11-02 00:59", "2025-11-02T04:59Z", ("tz_assumed",)),
        ("2025-11-02 02:00", "2025-11-02T07:00Z", ("tz_assumed",)),
        ("2025-03-09 01:59", "2025-03-09T06:59Z", ("tz_assumed",)),
        ("2025-03-09 03:00", "2025-03-09T07:00Z", ("tz_assumed",)),
    ],
)
def test_times_around_a_change_of_clocks_are_flagged(words: str, start: str, flags: tuple[str, ...]) -> None:
    """C26: what occurs twice is the earlier, what the clocks skip is moved on, and an offset decides for itself."""
    found = parse_iso(words, NEW_YORK)
    assert found is not None
    assert (found.start, found.flags) == (at(start), flags)


@pytest.mark.parametrize(("day", "hours"), [("2025-11-02", 25), ("2025-03-09", 23), ("2025-06-01", 24)])
def test_a_day_is_as_long_as_the_clocks_make_it(day: str, hours: int) -> None:
    """C26: a day ends where the next one starts, in the same zone."""
    found = parse_iso(day, NEW_YORK)
    assert found is not None
    assert found.end - found.start == timedelta(hours=hours)


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.sampled_from([UTC, NEW_YORK, OSLO, KATHMANDU]))
def test_an_instant_survives_being_written_and_read(local: datetime, where: tzinfo) -> None:
    """T1: what the results print is read back as the same instant, of grain second."""
    instant = local.replace(tzinfo=where).astimezone(UTC)
    text = iso(instant)
    assert text is not None
    assert text.endswith("Z")
    found = parse_iso(text, None)
    assert found is not None
    assert (found.start, found.grain, found.flags) == (instant, "second", ())


def test_results_write_utc() -> None:
    assert iso(datetime(2024, 6, 1, 2, tzinfo=timezone(timedelta(hours=5, minutes=30)))) == "2024-05-31T20:30:00Z"
    assert iso(None) is None


@pytest.mark.parametrize(("name", "expected"), [(None, None), ("UTC", UTC), ("utc", UTC), ("Z", UTC)])
def test_zone_of_no_name_is_none_and_utc_needs_no_database(name: str | None, expected: tzinfo | None) -> None:
    assert zone(name) is expected


@pytest.mark.parametrize(
    "name", ["Oslo", "", "../etc/passwd", "Europe/Oslo\x00", "GMT+25", "/etc/localtime", "A" * 300]
)
def test_zone_nobody_knows_is_an_error_that_says_what_to_give(name: str) -> None:
    """T1: a wrong zone is never UTC in silence."""
    with pytest.raises(ValueError, match="IANA"):
        zone(name)
    assert zone("Europe/Oslo") == OSLO


INTERVALS = {
    "2023": ("2023", "2024", False), "same day": ("2024-05-01", "2024-05-01", False),
    "next day": ("2024-05-02", "2024-05-01", True), "day before": ("2024-05-01", "2024-05-02", False),
    "month in its year": ("2024-09", "2024", False), "year after its month": ("2025", "2024-09", True),
    "month of the next year": ("2025-01", "2024", True), "day in its month": ("2024-05-31", "2024-05", False),
    "touching": ("2024-06-01", "2024-05", True),
    "second in its minute": ("2024-05-01T10:00:30Z", "2024-05-01T10:00Z", False),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other", "is_later"), INTERVALS.values(), ids=INTERVALS)
def test_later_starts_later_and_does_not_overlap_the_coarser(one: str, other: str, is_later: bool) -> None:
    """T2: September 2024 is not later than 2024."""
    first, second = parse_iso(one, UTC), parse_iso(other, UTC)
    assert first is not None
    assert second is not None
    assert later(first.start, second.end, second.start) is is_later


@given(
    st.tuples(st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)), st.sampled_from(anchors.GRAINS)),
    st.tuples(st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)), st.sampled_from(anchors.GRAINS)),
)
def test_of_two_times_at_most_one_is_later(one: tuple[datetime, str], other: tuple[datetime, str]) -> None:
    """T2: nothing is later than itself, and no two are later than each other."""
    first, second = (unit(start.replace(tzinfo=UTC), grain) for start, grain in (one, other))
    assert not later(first.start, first.end, first.start)
    assert not (later(first.start, second.end, second.start) and later(second.start, first.end, first.start))


def test_a_moment_is_a_second_long() -> None:
    found = moment(datetime(2024, 6, 1, 2, tzinfo=OSLO))
    assert found == Interval(at("2024-06-01T00:00Z"), at("2024-06-01T00:00:01Z"), "second")


@pytest.mark.parametrize(
    "words", ["2024", "2024-02", "2025-02", "2024-12", "2024-03-01", "2024-02-29T23:00", "2024-07"]
)
@pytest.mark.parametrize(
    "where", [UTC, OSLO, NEW_YORK, KATHMANDU, ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Etc/GMT+12")]
)
def test_the_unit_beside_a_stored_start_is_the_one_that_was_read(words: str, where: tzinfo) -> None:
    """T1: start and grain are stored, and the end follows from both, to the hour of a change of clocks. February that
    starts on 31 January in UTC has an end too."""
    found = parse_iso(words, where)
    assert found is not None
    again = unit(found.start, found.grain)
    assert abs(again.end - found.end) <= (timedelta(hours=1) if where in (OSLO, NEW_YORK) else timedelta(0))


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.sampled_from(anchors.GRAINS))
def test_every_stored_start_has_a_unit(start: datetime, grain: str) -> None:
    """T1."""
    found = unit(start.replace(tzinfo=UTC), grain)
    assert found.start < found.end
