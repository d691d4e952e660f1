"""What words about time mean, by the calendar: the table that the reading of anchors is judged by (law T1).

Each part has the time of the message, the zone, the tense of the sentence and the order of day and month, where it is
known; each line the words, then the start, the
end, the grain and the warnings that they should give, or `unset` where they name no one time. Starts and ends are in
UTC. The expectations come from the calendar, the laws and the cases, not from what the code gives.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from kgmem.anchor_words import Tense
from kgmem.anchors import DateOrder, Interval

LEAP_DAY = datetime(2024, 2, 29, 18, 45, tzinfo=UTC)  # a Thursday
NEW_YEAR = datetime(2022, 1, 3, 9, 0, tzinfo=UTC)  # a Monday
HALF_YEAR = datetime(2021, 6, 30, 23, 30, tzinfo=UTC)  # a Wednesday
AUTUMN = datetime(2020, 10, 11, 7, 5, tzinfo=UTC)  # a Sunday
NEW_YORK, OSLO, KATHMANDU, APIA = map(ZoneInfo, ("America/New_York", "Europe/Oslo", "Asia/Kathmandu", "Pacific/Apia"))


class Part(NamedTuple):
    """Lines that share when they were said, where, and which way the sentence looks."""

    about: str
    said: datetime | None
    zone: tzinfo | None
    tense: Tense | None
    lines: str
    order: DateOrder | None = None


class Row(NamedTuple):
    about: str
    words: str
    said: datetime | None
    zone: tzinfo | None
    tense: Tense | None
    wanted: Interval | None
    order: DateOrder | None


PARTS = (
    Part("days told from the message", LEAP_DAY, None, None, """
        earlier today                    | 2024-02-29 | 2024-03-01 | day
        this afternoon                   | 2024-02-29 | 2024-03-01 | day
        yesterday afternoon              | 2024-02-28 | 2024-02-29 | day
        last night                       | 2024-02-28 | 2024-02-29 | day
        the day before yesterday         | 2024-02-27 | 2024-02-28 | day
        tomorrow evening                 | 2024-03-01 | 2024-03-02 | day
        the day after tomorrow           | 2024-03-02 | 2024-03-03 | day
        five days ago                    | 2024-02-24 | 2024-02-25 | day
        60 days ago                      | 2023-12-31 | 2024-01-01 | day
        a year ago today                 | unset
        two nights ago                   | 2024-02-27 | 2024-02-28 | day
        only yesterday                   | 2024-02-28 | 2024-02-29 | day
        exactly three days ago           | 2024-02-26 | 2024-02-27 | day
        the 15th of last month           | 2024-01-15 | 2024-01-16 | day
        the first of this month          | 2024-02-01 | 2024-02-02 | day
    """),
    Part("weekdays and weekends told from a Thursday", LEAP_DAY, None, None, """
        last Thursday                    | 2024-02-22 | 2024-02-23 | day
        last Wednesday                   | 2024-02-28 | 2024-02-29 | day
        last Friday                      | 2024-02-23 | 2024-02-24 | day
        this Saturday                    | 2024-03-02 | 2024-03-03 | day
        next Tuesday                     | 2024-03-05 | 2024-03-06 | day
        next Saturday                    | unset
        Tuesday                          | unset
        Monday of last week              | 2024-02-19 | 2024-02-20 | day
        Sunday of this week              | 2024-03-03 | 2024-03-04 | day
        next week on Wednesday           | 2024-03-06 | 2024-03-07 | day
        three Mondays ago                | 2024-02-12 | 2024-02-13 | day
        the Saturday before last         | 2024-02-17 | 2024-02-18 | day
        last weekend                     | 2024-02-24 | 2024-02-26 | day
        this weekend                     | 2024-03-02 | 2024-03-04 | day
        next weekend                     | unset
        the weekend before last          | 2024-02-17 | 2024-02-19 | day
    """),
    Part("weeks, months, quarters and years over the turn of a year", NEW_YEAR, None, None, """
        last week                        | 2021-12-27 | 2022-01-03 | day
        this week                        | 2022-01-03 | 2022-01-10 | day
        next week                        | 2022-01-10 | 2022-01-17 | day
        the week before last             | 2021-12-20 | 2021-12-27 | day
        three weeks ago                  | 2021-12-13 | 2021-12-20 | day
        a fortnight ago                  | 2021-12-20 | 2021-12-27 | day
        last month                       | 2021-12-01 | 2022-01-01 | month
        next month                       | 2022-02-01 | 2022-03-01 | month
        14 months ago                    | 2020-11-01 | 2020-12-01 | month
        last quarter                     | 2021-10-01 | 2022-01-01 | month
        next quarter                     | 2022-04-01 | 2022-07-01 | month
        two quarters ago                 | 2021-07-01 | 2021-10-01 | month
        last year                        | 2021-01-01 | 2022-01-01 | year
        next year                        | 2023-01-01 | 2024-01-01 | year
        five years ago                   | 2017-01-01 | 2018-01-01 | year
        the year before last             | 2020-01-01 | 2021-01-01 | year
        last year in May                 | 2021-05-01 | 2021-06-01 | month
        October last year                | 2021-10-01 | 2021-11-01 | month
        last December                    | 2021-12-01 | 2022-01-01 | month
        next November                    | unset
        this past August                 | 2021-08-01 | 2021-09-01 | month
        in November                      | 2021-11-01 | 2021-12-01 | month
        on 24 December                   | 2021-12-24 | 2021-12-25 | day
        late last year                   | 2021-09-01 | 2022-01-01 | month
        early next month                 | 2022-02-01 | 2022-02-11 | day
        at the end of last month         | 2021-12-21 | 2022-01-01 | day
        40 minutes ago                   | 2022-01-03T08:20 | 2022-01-03T08:21 | minute
        12 hours ago                     | 2022-01-02T21:00 | 2022-01-02T22:00 | hour
    """),
    Part("what happened", HALF_YEAR, None, "past", """
        on Thursday                      | 2021-06-24 | 2021-06-25 | day
        on Wednesday                     | unset
        this Tuesday                     | 2021-06-29 | 2021-06-30 | day
        over the weekend                 | 2021-06-26 | 2021-06-28 | day
        in July                          | 2020-07-01 | 2020-08-01 | month
        in the spring                    | 2021-03-01 | 2021-06-01 | month
        in the autumn                    | 2020-09-01 | 2020-12-01 | month
        in Q4                            | 2020-10-01 | 2021-01-01 | month
        on 1 July                        | 2020-07-01 | 2020-07-02 | day
        in two hours                     | unset
        '21                              | 2021-01-01 | 2022-01-01 | year
        in '25                           | 1925-01-01 | 1926-01-01 | year
    """),
    Part("what is to come", HALF_YEAR, None, "future", """
        on Thursday                      | 2021-07-01 | 2021-07-02 | day
        this Friday                      | 2021-07-02 | 2021-07-03 | day
        over the weekend                 | 2021-07-03 | 2021-07-05 | day
        in July                          | 2021-07-01 | 2021-08-01 | month
        in the autumn                    | 2021-09-01 | 2021-12-01 | month
        in Q4                            | 2021-10-01 | 2022-01-01 | month
        on 1 July                        | 2021-07-01 | 2021-07-02 | day
        in two hours                     | 2021-07-01T01:00 | 2021-07-01T02:00 | hour
        in 45 minutes                    | 2021-07-01T00:15 | 2021-07-01T00:16 | minute
        in ten days                      | 2021-07-10 | 2021-07-11 | day
        in three weeks                   | 2021-07-19 | 2021-07-26 | day
        six months from now              | 2021-12-01 | 2022-01-01 | month
        in '25                           | 2025-01-01 | 2026-01-01 | year
    """),
    Part("times told from another time", HALF_YEAR, None, None, """
        the week before 3 July 2019      | 2019-06-24 | 2019-07-01 | day
        the week after 3 July 2019       | 2019-07-08 | 2019-07-15 | day
        the week of 3 July 2019          | 2019-07-01 | 2019-07-08 | day
        the Friday before 3 July 2019    | 2019-06-28 | 2019-06-29 | day
        the Monday after 3 July 2019     | 2019-07-08 | 2019-07-09 | day
        the weekend before 3 July 2019   | 2019-06-29 | 2019-07-01 | day
        two weekends before 3 July 2019  | 2019-06-22 | 2019-06-24 | day
        the day after 28 February 2019   | 2019-03-01 | 2019-03-02 | day
        ten days before 3 March 2019     | 2019-02-21 | 2019-02-22 | day
        the month after November 2019    | 2019-12-01 | 2020-01-01 | month
        the year before 2010             | 2009-01-01 | 2010-01-01 | year
        the second Tuesday of March 2021 | 2021-03-09 | 2021-03-10 | day
        the last Friday in February 2021 | 2021-02-26 | 2021-02-27 | day
        the first weekend of May 2021    | 2021-05-01 | 2021-05-03 | day
        the first week of May 2021       | unset
        two days later                   | unset
        the following month              | unset
    """),
    Part("seasons, quarters, halves and decades", AUTUMN, None, None, """
        summer 2018                      | 2018-06-01 | 2018-09-01 | month
        the autumn of 2018               | 2018-09-01 | 2018-12-01 | month
        in the fall of 2018              | 2018-09-01 | 2018-12-01 | month
        spring of last year              | 2019-03-01 | 2019-06-01 | month
        winter 2018/19                   | 2018-12-01 | 2019-03-01 | month
        winter 2018                      | unset
        last summer                      | 2020-06-01 | 2020-09-01 | month
        last autumn                      | 2019-09-01 | 2019-12-01 | month
        this autumn                      | 2020-09-01 | 2020-12-01 | month
        next spring                      | 2021-03-01 | 2021-06-01 | month
        three summers ago                | 2018-06-01 | 2018-09-01 | month
        Q1 2019                          | 2019-01-01 | 2019-04-01 | month
        2019-Q3                          | 2019-07-01 | 2019-10-01 | month
        the fourth quarter of 2019       | 2019-10-01 | 2020-01-01 | month
        Q2 last year                     | 2019-04-01 | 2019-07-01 | month
        H2 2019                          | 2019-07-01 | 2020-01-01 | month
        the first half of 2019           | 2019-01-01 | 2019-07-01 | month
        the 1970s                        | 1970-01-01 | 1980-01-01 | year
        in the '70s                      | 1970-01-01 | 1980-01-01 | year
        the seventies                    | 1970-01-01 | 1980-01-01 | year
        the 2010s                        | 2010-01-01 | 2020-01-01 | year
        the 20s                          | unset
        the 19th century                 | unset
    """),
    Part("early, mid and late", AUTUMN, None, None, """
        early 2019                       | 2019-01-01 | 2019-05-01 | month
        mid-2019                         | 2019-05-01 | 2019-09-01 | month
        late 2019                        | 2019-09-01 | 2020-01-01 | month
        early March 2019                 | 2019-03-01 | 2019-03-11 | day
        mid March 2019                   | 2019-03-11 | 2019-03-21 | day
        the end of February 2019         | 2019-02-21 | 2019-03-01 | day
        the middle of September          | 2020-09-11 | 2020-09-21 | day
        the start of the year            | 2020-01-01 | 2020-05-01 | month
        late summer 2019                 | 2019-08-01 | 2019-09-01 | month
        late Q2 2019                     | 2019-06-01 | 2019-07-01 | month
        the early 1990s                  | 1990-01-01 | 1994-01-01 | year
        the mid-90s                      | 1994-01-01 | 1997-01-01 | year
        the late eighties                | 1987-01-01 | 1990-01-01 | year
    """),
    Part("before, after, since and until", AUTUMN, None, None, """
        since 2015                       | 2015-01-01 | 2016-01-01 | year
        since March                      | 2020-03-01 | 2020-04-01 | month
        since yesterday                  | 2020-10-10 | 2020-10-11 | day
        ever since the summer of 2017    | 2017-06-01 | 2017-09-01 | month
        since 4 May 2018                 | 2018-05-04 | 2018-05-05 | day
        from April 2019 on               | 2019-04-01 | 2019-05-01 | month
        starting next week               | 2020-10-12 | 2020-10-19 | day
        before 2015                      | unset
        after 4 May 2018                 | unset
        until last week                  | unset
        by Friday                        | unset
        since the accident               | unset
    """),
    Part("ranges", AUTUMN, None, None, """
        between March and May 2019       | 2019-03-01 | 2019-06-01 | month
        from 3 to 9 June 2019            | 2019-06-03 | 2019-06-10 | day
        12–14 August 2019                | 2019-08-12 | 2019-08-15 | day
        Aug 12-14, 2019                  | 2019-08-12 | 2019-08-15 | day
        June 28 to July 4, 2019          | 2019-06-28 | 2019-07-05 | day
        from 28 December 2018 to 3 January 2019 | 2018-12-28 | 2019-01-04 | day
        from October 2018 to January     | 2018-10-01 | 2019-02-01 | month
        between 1998 and 2003            | 1998-01-01 | 2004-01-01 | year
        2016-18                          | 2016-01-01 | 2019-01-01 | year
        2019-06-03 to 2019-06-09         | 2019-06-03 | 2019-06-10 | day
        2019-06-03/2019-06-09            | 2019-06-03 | 2019-06-10 | day
        from May to February 2019        | 2018-05-01 | 2019-03-01 | month
        from 2019 to 2016                | unset
        for three weeks                  | unset
    """),
    Part("dates that name themselves", None, None, None, """
        2019                             | 2019-01-01 | 2020-01-01 | year
        2019-02                          | 2019-02-01 | 2019-03-01 | month
        2019-02-28                       | 2019-02-28 | 2019-03-01 | day
        February, 2019                   | 2019-02-01 | 2019-03-01 | month
        Feb. 2019                        | 2019-02-01 | 2019-03-01 | month
        21st of September, 2019          | 2019-09-21 | 2019-09-22 | day
        September 21st, 2019             | 2019-09-21 | 2019-09-22 | day
        Saturday, 21 September 2019      | 2019-09-21 | 2019-09-22 | day
        Sunday, 21 September 2019        | unset
        29 February 2024                 | 2024-02-29 | 2024-03-01 | day
        29 February 2023                 | unset
        31 Feb 2024                      | unset
        21 septembre 2019                | 2019-09-21 | 2019-09-22 | day
        21. September 2019               | 2019-09-21 | 2019-09-22 | day
        2019年9月21日                     | 2019-09-21 | 2019-09-22 | day
        20190921T101530Z                 | 2019-09-21T10:15:30 | 2019-09-21T10:15:31 | second
        September                        | unset
        yesterday                        | unset
        15/06/89                         | unset
    """),
    Part("days of ISO weeks, and dates in numbers", LEAP_DAY, None, None, """
        2024-W10-5                       | 2024-03-08 | 2024-03-09 | day
        2020-W53-7                       | 2021-01-03 | 2021-01-04 | day
        2021-W01                         | 2021-01-04 | 2021-01-11 | day
        2024-W53                         | unset
        2024-W10-8                       | unset
        03/04/2024                       | unset
        13/04/2024                       | 2024-04-13 | 2024-04-14 | day
        04/13/2024                       | 2024-04-13 | 2024-04-14 | day
        3/3/2021                         | 2021-03-03 | 2021-03-04 | day
        2021/3/4                         | 2021-03-04 | 2021-03-05 | day
        4.3.2021                         | unset
        31/02/2024                       | unset
        5/2021                           | 2021-05-01 | 2021-06-01 | month
        1717000000                       | 2024-05-29T16:26:40 | 2024-05-29T16:26:41 | second
        1717000000000                    | 2024-05-29T16:26:40 | 2024-05-29T16:26:41 | second
    """),
    Part("years in two digits", LEAP_DAY, None, None, """
        in '87                           | 1987-01-01 | 1988-01-01 | year
        the summer of '69                | 1969-06-01 | 1969-09-01 | month
        May '08                          | 2008-05-01 | 2008-06-01 | month
        12/31/99                         | 1999-12-31 | 2000-01-01 | day
        31.12.98                         | 1998-12-31 | 1999-01-01 | day
        in '34                           | unset
        '40                              | 1940-01-01 | 1941-01-01 | year
    """),
    Part("times of day", None, UTC, None, """
        1:56 pm on 8 May, 2023           | 2023-05-08T13:56 | 2023-05-08T13:57 | minute | tz_assumed
        2023/04/10 (Mon) 17:50           | 2023-04-10T17:50 | 2023-04-10T17:51 | minute | tz_assumed
        12:09 am on 3 September, 2022    | 2022-09-03T00:09 | 2022-09-03T00:10 | minute | tz_assumed
        2022/12/31 (Sat) 23:59           | 2022-12-31T23:59 | 2023-01-01T00:00 | minute | tz_assumed
        2022/12/31 (Sun) 23:59           | unset
        Apr 4, 2022, 3:15 PM             | 2022-04-04T15:15 | 2022-04-04T15:16 | minute | tz_assumed
        noon on 4 July 2022              | 2022-07-04T12:00 | 2022-07-04T13:00 | hour | tz_assumed
        4 July 2022 at 9 p.m.            | 2022-07-04T21:00 | 2022-07-04T22:00 | hour | tz_assumed
        Mon, 04 Apr 2022 15:15:00 +0200  | 2022-04-04T13:15:00 | 2022-04-04T13:15:01 | second
        2022-04-04T15:15:00+05:30        | 2022-04-04T09:45:00 | 2022-04-04T09:45:01 | second
        2022-04-04 15:15                 | 2022-04-04T15:15 | 2022-04-04T15:16 | minute | tz_assumed
        25:00 on 4 July 2022             | unset
    """),
    Part("clocks in New York that go back and forth", None, NEW_YORK, None, """
        2025-11-02 01:30                 | 2025-11-02T05:30 | 2025-11-02T05:31 | minute | tz_assumed, ambiguous_time
        1:30 am on 2 November 2025       | 2025-11-02T05:30 | 2025-11-02T05:31 | minute | tz_assumed, ambiguous_time
        2025-11-02T01:30-05:00           | 2025-11-02T06:30 | 2025-11-02T06:31 | minute
        2:30 am on 10 March 2024         | 2024-03-10T07:30 | 2024-03-10T07:31 | minute | tz_assumed, nonexistent_time
        10 March 2024                    | 2024-03-10T05:00 | 2024-03-11T04:00 | day
        2 November 2025                  | 2025-11-02T04:00 | 2025-11-03T05:00 | day
        November 2025                    | 2025-11-01T04:00 | 2025-12-01T05:00 | month
    """),
    Part("a day in New York is not yet that of UTC", datetime(2025, 11, 3, 3, 0, tzinfo=UTC), NEW_YORK, None, """
        today                            | 2025-11-02T04:00 | 2025-11-03T05:00 | day
        yesterday                        | 2025-11-01T04:00 | 2025-11-02T04:00 | day
        last Sunday                      | 2025-10-26T04:00 | 2025-10-27T04:00 | day
        next week                        | 2025-11-03T05:00 | 2025-11-10T05:00 | day
    """),
    Part("a day in Kathmandu is already the next of UTC", LEAP_DAY, KATHMANDU, None, """
        today                            | 2024-02-29T18:15 | 2024-03-01T18:15 | day
        this month                       | 2024-02-29T18:15 | 2024-03-31T18:15 | month
        yesterday                        | 2024-02-28T18:15 | 2024-02-29T18:15 | day
    """),
    Part("a zone that skipped a day", None, APIA, None, """
        30 December 2011                 | unset
        31 December 2011                 | 2011-12-30T10:00 | 2011-12-31T10:00 | day
    """),
    Part("clocks in Oslo", None, OSLO, None, """
        2024-10-27 02:30                 | 2024-10-27T00:30 | 2024-10-27T00:31 | minute | tz_assumed, ambiguous_time
        2024-03-31 02:30                 | 2024-03-31T01:30 | 2024-03-31T01:31 | minute | tz_assumed, nonexistent_time
        summer 2023                      | 2023-05-31T22:00 | 2023-08-31T22:00 | month
        2023                             | 2022-12-31T23:00 | 2023-12-31T23:00 | year
    """),
    Part("C28, told from a Tuesday", datetime(2023, 5, 23, 10, 0, tzinfo=UTC), None, None, """
        last Thursday                    | 2023-05-18 | 2023-05-19 | day
        上周五                            | 2023-05-19 | 2023-05-20 | day
        the week before 3 July           | 2022-06-20 | 2022-06-27 | day
    """),
    Part("C28, told from a Friday", datetime(2024, 3, 15, 10, 0, tzinfo=UTC), None, None, """
        last Friday                      | 2024-03-08 | 2024-03-09 | day
    """),
    Part("C32, where the day comes first", LEAP_DAY, None, None, """
        03/04/2024                       | 2024-04-03 | 2024-04-04 | day
        on 03/04/2024                    | 2024-04-03 | 2024-04-04 | day
        4.3.2021                         | 2021-03-04 | 2021-03-05 | day
        03-04-2024                       | 2024-04-03 | 2024-04-04 | day
        03/04/19                         | 2019-04-03 | 2019-04-04 | day
        since 03/04/2019                 | 2019-04-03 | 2019-04-04 | day
        03/04/2019 to 05/06/2019         | 2019-04-03 | 2019-06-06 | day
        03/04/2019 17:50                 | 2019-04-03T17:50 | 2019-04-03T17:51 | minute | tz_assumed
        04/13/2024                       | 2024-04-13 | 2024-04-14 | day
        2024/03/04                       | 2024-03-04 | 2024-03-05 | day
        31/02/2024                       | unset
        03/04                            | unset
    """, "dmy"),
    Part("C32, where the month comes first", LEAP_DAY, None, None, """
        03/04/2024                       | 2024-03-04 | 2024-03-05 | day
        4.3.2021                         | 2021-04-03 | 2021-04-04 | day
        03/04/19                         | 2019-03-04 | 2019-03-05 | day
        13/04/2024                       | 2024-04-13 | 2024-04-14 | day
        the week of 03/04/2024           | 2024-03-04 | 2024-03-11 | day
    """, "mdy"),
    Part("C32 and what else is no time", LEAP_DAY, None, None, """
        Do                               | unset
        Do you have a car                | unset
        I may be 24                      | unset
        recently                         | unset
        the other day                    | unset
        a few weeks ago                  | unset
        about two years ago              | unset
        every Monday                     | unset
        May or June 2022                 | unset
        24                               | unset
        555 0199                         | unset
    """),
)  # fmt: skip


def table() -> list[Row]:
    """Every line, read."""
    return [
        Row(part.about, words, part.said, part.zone, part.tense, _wanted(cells), part.order)
        for part in PARTS
        for line in part.lines.strip().splitlines()
        for words, *cells in [[cell.strip() for cell in line.split("|")]]
    ]


def _wanted(cells: list[str]) -> Interval | None:
    if cells == ["unset"]:
        return None
    start, end, grain, *flags = cells
    first, last = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (start, end))
    return Interval(first, last, grain, tuple(flag.strip() for flag in flags[0].split(",")) if flags else ())
