"""Times as Cypher's toString writes them."""

from datetime import UTC, datetime

import pytest

from kgmem.graph.times import dated, moment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-30T23:25:33.123456Z", datetime(2026, 11, 30, 23, 25, 33, 123456, UTC)),
        ("2023-05-08T13:56Z", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)),
        ("2023-05-08T13:56:01.5Z", datetime(2023, 5, 8, 13, 56, 1, 500000, UTC)),
        ("2023-05-08T13:56+02:00[Europe/Berlin]", datetime(2023, 5, 8, 11, 56, tzinfo=UTC)),
        ("0476-09-04T00:00Z", datetime(476, 9, 4, tzinfo=UTC)),
    ],
)
def test_a_time_is_what_the_server_wrote(text: str, expected: datetime) -> None:
    assert moment(text) == expected
    assert moment(text).tzinfo is UTC


def test_of_a_row_only_what_is_named_is_a_time_and_unknown_stays_unknown() -> None:
    row = {"id": "2023-05-08T13:56Z", "since": "2023-05-08T13:56Z", "until": None}
    assert dated(row, "since", "until") == row | {"since": datetime(2023, 5, 8, 13, 56, tzinfo=UTC)}
