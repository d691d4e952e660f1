"""Laws T1 and T2 for words: an interval told from when they were said, or nothing; and where such words stand."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.anchor_words import Tense, find, hedges, reading, resolve
from kgmem.anchors import GRAINS, Interval

NEW_YORK, OSLO, KATHMANDU, APIA = (
    ZoneInfo(name) for name in ("America/New_York", "Europe/Oslo", "Asia/Kathmandu", "Pacific/Apia")
)
TUESDAY = datetime(2023, 5, 23, 15, 20, 30, tzinfo=UTC)
FRIDAY = datetime(2024, 3, 15, 9, 0, tzinfo=UTC)
SUNDAY = datetime(2024, 1, 14, 20, 0, tzinfo=UTC)

SAID_ON_TUESDAY = """
    today                               | 2023-05-23 | 2023-05-24 | day
    earlier today                       | 2023-05-23 | 2023-05-24 | day
    tonight                             | 2023-05-23 | 2023-05-24 | day
    this morning                        | 2023-05-23 | 2023-05-24 | day
    yesterday                           | 2023-05-22 | 2023-05-23 | day
    Yesterday,                          | 2023-05-22 | 2023-05-23 | day
    yesterday evening                   | 2023-05-22 | 2023-05-23 | day
    last night                          | 2023-05-22 | 2023-05-23 | day
    the day before yesterday            | 2023-05-21 | 2023-05-22 | day
    the night before last               | 2023-05-21 | 2023-05-22 | day
    tomorrow                            | 2023-05-24 | 2023-05-25 | day
    tomorrow morning                    | 2023-05-24 | 2023-05-25 | day
    the day after tomorrow              | 2023-05-25 | 2023-05-26 | day
    last Thursday                       | 2023-05-18 | 2023-05-19 | day
    last Friday                         | 2023-05-19 | 2023-05-20 | day
    Last Friday night                   | 2023-05-19 | 2023-05-20 | day
    last Tuesday                        | 2023-05-16 | 2023-05-17 | day
    last Monday                         | 2023-05-22 | 2023-05-23 | day
    this past Sunday                    | 2023-05-21 | 2023-05-22 | day
    this Friday                         | 2023-05-26 | 2023-05-27 | day
    this coming Monday                  | 2023-05-29 | 2023-05-30 | day
    this Tuesday                        | 2023-05-23 | 2023-05-24 | day
    next Monday                         | 2023-05-29 | 2023-05-30 | day
    next Tuesday                        | 2023-05-30 | 2023-05-31 | day
    Friday of last week                 | 2023-05-19 | 2023-05-20 | day
    Wednesday last week                 | 2023-05-17 | 2023-05-18 | day
    next week on Friday                 | 2023-06-02 | 2023-06-03 | day
    two Fridays ago                     | 2023-05-12 | 2023-05-13 | day
    the Friday before last              | 2023-05-12 | 2023-05-13 | day
    last week                           | 2023-05-15 | 2023-05-22 | day
    this week                           | 2023-05-22 | 2023-05-29 | day
    earlier this week                   | 2023-05-22 | 2023-05-29 | day
    next week                           | 2023-05-29 | 2023-06-05 | day
    the week before last                | 2023-05-08 | 2023-05-15 | day
    the week after next                 | 2023-06-05 | 2023-06-12 | day
    last weekend                        | 2023-05-20 | 2023-05-22 | day
    this past weekend                   | 2023-05-20 | 2023-05-22 | day
    this weekend                        | 2023-05-27 | 2023-05-29 | day
    the weekend before last             | 2023-05-13 | 2023-05-15 | day
    last month                          | 2023-04-01 | 2023-05-01 | month
    this month                          | 2023-05-01 | 2023-06-01 | month
    next month                          | 2023-06-01 | 2023-07-01 | month
    the month before last               | 2023-03-01 | 2023-04-01 | month
    early last month                    | 2023-04-01 | 2023-04-11 | day
    the 3rd of last month               | 2023-04-03 | 2023-04-04 | day
    last quarter                        | 2023-01-01 | 2023-04-01 | month
    this quarter                        | 2023-04-01 | 2023-07-01 | month
    next quarter                        | 2023-07-01 | 2023-10-01 | month
    last year                           | 2022-01-01 | 2023-01-01 | year
    earlier this year                   | 2023-01-01 | 2024-01-01 | year
    next year                           | 2024-01-01 | 2025-01-01 | year
    late last year                      | 2022-09-01 | 2023-01-01 | month
    the end of the year                 | 2023-09-01 | 2024-01-01 | month
    the year before last                | 2021-01-01 | 2022-01-01 | year
    a day ago                           | 2023-05-22 | 2023-05-23 | day
    3 days ago                          | 2023-05-20 | 2023-05-21 | day
    three days ago                      | 2023-05-20 | 2023-05-21 | day
    ten days ago                        | 2023-05-13 | 2023-05-14 | day
    a week ago                          | 2023-05-15 | 2023-05-22 | day
    two weeks ago                       | 2023-05-08 | 2023-05-15 | day
    a fortnight ago                     | 2023-05-08 | 2023-05-15 | day
    six months ago                      | 2022-11-01 | 2022-12-01 | month
    a year ago today                    | 2022-05-23 | 2022-05-24 | day
    10 days ago today                   | 2023-05-13 | 2023-05-14 | day
    two weeks ago today                 | 2023-05-09 | 2023-05-10 | day
    3 yrs ago                           | 2020-01-01 | 2021-01-01 | year
    twenty-one days ago                 | 2023-05-02 | 2023-05-03 | day
    late last night                     | 2023-05-22 | 2023-05-23 | day
    the night of 8 May 2023             | 2023-05-08 | 2023-05-09 | day
    8 May 2023 in the evening           | 2023-05-08 | 2023-05-09 | day
    two summers ago                     | 2021-06-01 | 2021-09-01 | month
    the summer before last              | 2021-06-01 | 2021-09-01 | month
    last Friday, 19 May                 | 2023-05-19 | 2023-05-20 | day
    the weekend of 6 May 2023           | 2023-05-06 | 2023-05-08 | day
    Jan–Mar 2022                        | 2022-01-01 | 2022-04-01 | month
    mid-May to late June 2022           | 2022-05-11 | 2022-07-01 | day
    a year ago                          | 2022-01-01 | 2023-01-01 | year
    20 years ago                        | 2003-01-01 | 2004-01-01 | year
    three hours ago                     | 2023-05-23T12:00 | 2023-05-23T13:00 | hour
    10 minutes ago                      | 2023-05-23T15:10 | 2023-05-23T15:11 | minute
    in 3 days                           | 2023-05-26 | 2023-05-27 | day
    in two weeks                        | 2023-06-05 | 2023-06-12 | day
    in two weeks' time                  | 2023-06-05 | 2023-06-12 | day
    a month from now                    | 2023-06-01 | 2023-07-01 | month
    in an hour                          | 2023-05-23T16:00 | 2023-05-23T17:00 | hour
    summer 2023                         | 2023-06-01 | 2023-09-01 | month
    the summer of 2021                  | 2021-06-01 | 2021-09-01 | month
    in the fall of 2019                 | 2019-09-01 | 2019-12-01 | month
    last summer                         | 2022-06-01 | 2022-09-01 | month
    early summer 2022                   | 2022-06-01 | 2022-07-01 | month
    late Q1 2024                        | 2024-03-01 | 2024-04-01 | month
    early next week                     | 2023-05-29 | 2023-06-05 | day
    a month ago today                   | 2023-04-23 | 2023-04-24 | day
    last winter                         | 2022-12-01 | 2023-03-01 | month
    last spring                         | 2022-03-01 | 2022-06-01 | month
    this spring                         | 2023-03-01 | 2023-06-01 | month
    this summer                         | 2023-06-01 | 2023-09-01 | month
    next spring                         | 2024-03-01 | 2024-06-01 | month
    the summer of last year             | 2022-06-01 | 2022-09-01 | month
    winter 2022/23                      | 2022-12-01 | 2023-03-01 | month
    the 1990s                           | 1990-01-01 | 2000-01-01 | year
    1980's                              | 1980-01-01 | 1990-01-01 | year
    the nineties                        | 1990-01-01 | 2000-01-01 | year
    in the 90s                          | 1990-01-01 | 2000-01-01 | year
    the '60s                            | 1960-01-01 | 1970-01-01 | year
    the early 90s                       | 1990-01-01 | 1994-01-01 | year
    the mid-1980s                       | 1984-01-01 | 1987-01-01 | year
    the late 2000s                      | 2007-01-01 | 2010-01-01 | year
    Q3 2024                             | 2024-07-01 | 2024-10-01 | month
    2024 Q1                             | 2024-01-01 | 2024-04-01 | month
    the third quarter of 2024           | 2024-07-01 | 2024-10-01 | month
    the last quarter of last year       | 2022-10-01 | 2023-01-01 | month
    H1 2024                             | 2024-01-01 | 2024-07-01 | month
    the second half of 2022             | 2022-07-01 | 2023-01-01 | month
    in June                             | 2022-06-01 | 2022-07-01 | month
    in April                            | 2023-04-01 | 2023-05-01 | month
    in May                              | 2023-05-01 | 2023-06-01 | month
    last May                            | 2022-05-01 | 2022-06-01 | month
    last March                          | 2023-03-01 | 2023-04-01 | month
    next May                            | 2024-05-01 | 2024-06-01 | month
    next January                        | 2024-01-01 | 2024-02-01 | month
    this September                      | 2023-09-01 | 2023-10-01 | month
    May 2022                            | 2022-05-01 | 2022-06-01 | month
    Sept. 2021                          | 2021-09-01 | 2021-10-01 | month
    February, 2022                      | 2022-02-01 | 2022-03-01 | month
    June last year                      | 2022-06-01 | 2022-07-01 | month
    05/2024                             | 2024-05-01 | 2024-06-01 | month
    early May                           | 2023-05-01 | 2023-05-11 | day
    mid-April                           | 2023-04-11 | 2023-04-21 | day
    late February 2024                  | 2024-02-21 | 2024-03-01 | day
    at the end of June 2022             | 2022-06-21 | 2022-07-01 | day
    the beginning of 2020               | 2020-01-01 | 2020-05-01 | month
    late 2019                           | 2019-09-01 | 2020-01-01 | month
    8 May 2023                          | 2023-05-08 | 2023-05-09 | day
    on 3 March 2024                     | 2024-03-03 | 2024-03-04 | day
    8th of May, 2023                    | 2023-05-08 | 2023-05-09 | day
    the first of May 2022               | 2022-05-01 | 2022-05-02 | day
    May 8th                             | 2023-05-08 | 2023-05-09 | day
    May 8, 2023                         | 2023-05-08 | 2023-05-09 | day
    June 24                             | 2022-06-24 | 2022-06-25 | day
    July fourth                         | 2022-07-04 | 2022-07-05 | day
    29 February                         | 2020-02-29 | 2020-03-01 | day
    Monday, 8 May 2023                  | 2023-05-08 | 2023-05-09 | day
    Mon 3 Jun 2024                      | 2024-06-03 | 2024-06-04 | day
    12-Jan-2020                         | 2020-01-12 | 2020-01-13 | day
    13/04/2024                          | 2024-04-13 | 2024-04-14 | day
    04/13/2024                          | 2024-04-13 | 2024-04-14 | day
    13.04.2024                          | 2024-04-13 | 2024-04-14 | day
    05/05/2024                          | 2024-05-05 | 2024-05-06 | day
    13/04/22                            | 2022-04-13 | 2022-04-14 | day
    13/04/24                            | unset
    in '24                              | unset
    in '33                              | unset
    in '34                              | 1934-01-01 | 1935-01-01 | year
    beginning of 2020                   | 2020-01-01 | 2020-05-01 | month
    2023/04/10                          | 2023-04-10 | 2023-04-11 | day
    2023/04/10 (Mon)                    | 2023-04-10 | 2023-04-11 | day
    2024-W10-5                          | 2024-03-08 | 2024-03-09 | day
    2024-W10                            | 2024-03-04 | 2024-03-11 | day
    2024-03-08                          | 2024-03-08 | 2024-03-09 | day
    in 2024-03                          | 2024-03-01 | 2024-04-01 | month
    2019                                | 2019-01-01 | 2020-01-01 | year
    in 2019                             | 2019-01-01 | 2020-01-01 | year
    back in 2019                        | 2019-01-01 | 2020-01-01 | year
    in '98                              | 1998-01-01 | 1999-01-01 | year
    in the year 1850                    | 1850-01-01 | 1851-01-01 | year
    since May                           | 2023-05-01 | 2023-06-01 | month
    since last Friday                   | 2023-05-19 | 2023-05-20 | day
    since Friday                        | 2023-05-19 | 2023-05-20 | day
    ever since 2016                     | 2016-01-01 | 2017-01-01 | year
    from March 2022 on                  | 2022-03-01 | 2022-04-01 | month
    starting in 2021                    | 2021-01-01 | 2022-01-01 | year
    between May and June 2022           | 2022-05-01 | 2022-07-01 | month
    between 3 and 8 May 2023            | 2023-05-03 | 2023-05-09 | day
    from 2019 to 2021                   | 2019-01-01 | 2022-01-01 | year
    2019-2021                           | 2019-01-01 | 2022-01-01 | year
    2010–12                             | 2010-01-01 | 2013-01-01 | year
    2019–21                             | 2019-01-01 | 2022-01-01 | year
    3-8 May 2023                        | 2023-05-03 | 2023-05-09 | day
    May 3-8, 2023                       | 2023-05-03 | 2023-05-09 | day
    from 30 April to 2 May 2023         | 2023-04-30 | 2023-05-03 | day
    from November 2021 to February      | 2021-11-01 | 2022-03-01 | month
    from January to March               | 2023-01-01 | 2023-04-01 | month
    2023-05-01 to 2023-05-04            | 2023-05-01 | 2023-05-05 | day
    from last Monday to yesterday       | unset
    the week before 3 July 2022         | 2022-06-20 | 2022-06-27 | day
    the week of May 8, 2023             | 2023-05-08 | 2023-05-15 | day
    the Sunday before 25 May 2023       | 2023-05-21 | 2023-05-22 | day
    the Friday after 3 July 2022        | 2022-07-08 | 2022-07-09 | day
    the weekend before 12 July 2022     | 2022-07-09 | 2022-07-11 | day
    the weekend after 12 July 2022      | 2022-07-16 | 2022-07-18 | day
    the day after 8 May 2023            | 2023-05-09 | 2023-05-10 | day
    the month before June 2022          | 2022-05-01 | 2022-06-01 | month
    the weekend before 22 July 2023     | 2023-07-15 | 2023-07-17 | day
    Friday of the week of 8 May 2023    | 2023-05-12 | 2023-05-13 | day
    the first weekend of August 2023    | 2023-08-05 | 2023-08-07 | day
    the last Friday of May 2022         | 2022-05-27 | 2022-05-28 | day
    the second Monday in June 2022      | 2022-06-13 | 2022-06-14 | day
    the week before 15April, 2022.      | 2022-04-04 | 2022-04-11 | day
    two days before 3 July 2022         | 2022-07-01 | 2022-07-02 | day
    3 mai 2023                          | 2023-05-03 | 2023-05-04 | day
    3. März 2024                        | 2024-03-03 | 2024-03-04 | day
    5 de enero de 2024                  | 2024-01-05 | 2024-01-06 | day
    mayo de 2023                        | 2023-05-01 | 2023-06-01 | month
    2024年3月5日                         | 2024-03-05 | 2024-03-06 | day
"""

TIMES_OF_DAY = """
    at 5pm yesterday                    | 2023-05-22T17:00 | 2023-05-22T18:00 | hour
    yesterday at 5 p.m.                 | 2023-05-22T17:00 | 2023-05-22T18:00 | hour
    yesterday at 17:30                  | 2023-05-22T17:30 | 2023-05-22T17:31 | minute
    today at noon                       | 2023-05-23T12:00 | 2023-05-23T13:00 | hour
    12am on 8 May 2023                  | 2023-05-08T00:00 | 2023-05-08T01:00 | hour
    12:15 pm on 8 May 2023              | 2023-05-08T12:15 | 2023-05-08T12:16 | minute
    1:56 pm on 8 May, 2023              | 2023-05-08T13:56 | 2023-05-08T13:57 | minute
    13:56:07 on 8 May 2023              | 2023-05-08T13:56:07 | 2023-05-08T13:56:08 | second
    10:30 yesterday                     | 2023-05-22 | 2023-05-23 | day
    3 May 2022 10:30                    | 2022-05-03 | 2022-05-04 | day
    Tue May 3 10:30:00 2022             | 2022-05-03T10:30:00 | 2022-05-03T10:30:01 | second
    05:30 yesterday                     | 2023-05-22T05:30 | 2023-05-22T05:31 | minute
    2023/04/10 (Mon) 17:50              | 2023-04-10T17:50 | 2023-04-10T17:51 | minute
    2023/04/10 9:50                     | 2023-04-10T09:50 | 2023-04-10T09:51 | minute
    last Friday at 8am                  | 2023-05-19T08:00 | 2023-05-19T09:00 | hour
    5 janvier 2024 à 17h                | 2024-01-05T17:00 | 2024-01-05T18:00 | hour
"""

NO_ONE_TIME = [
    "", " ", "'", "soon", "recently", "the other day", "once", "always", "now", "these days", "someday", "later",
    "this winter", "the third half of 2022", "a quarter ago today", "early yesterday", "the week of last year",
    "the 5th quarter of 2022", "the third half", "Friday of last month", "the afternoon of last week",
    "Friday", "on Friday", "this Monday", "next Friday", "next weekend", "the weekend", "over the weekend", "next June",
    "next summer", "in summer", "the winter", "winter 2023", "the 20s", "the twenties", "the 1900s", "Q3",
    "two weeks later", "three years earlier", "the following week", "the next day", "the last two weeks",
    "in the last year", "for two years", "a few weeks ago", "a couple of days ago", "several years ago", "weeks ago",
    "about two weeks ago", "almost a year ago", "over a year ago", "more than 3 years ago", "around May 2022",
    "about 8 May 2023", "circa 1990", "every Friday", "on Fridays", "on a Friday", "until May", "till 2019",
    "before 8 May 2023", "after 2020", "by next year", "before last Friday", "03/04/2024", "12.3.2024", "04/05/06",
    "31 Feb 2024", "31 February", "30/02/2024", "2024-W54-1", "2024-W10-8", "Tuesday, 8 May 2023", "2023/04/10 (Tue)",
    "171700000", "17170000000", "20240513", "Do", "上周五", "vorgestern", "at 5pm", "17:30", "5",
    "13pm yesterday", "at 25:00 yesterday", "99999 years ago", "2999 years ago", "in 999 years to come",
    "from 2021 to 2019", "between June and May 2022", "8-3 May 2023", "3 and 8 May 2023", "winter 2022/24",
    "week of May",
    "the first weekend of May 2022", "the last weekend of April 2022", "the fifth Monday of May 2022",
    "first week of June", "the last Friday of 2022", "Do 3 2024",
    "1 a 2023", "not in 2019", "8 May 2023 or 9 May 2023", "8 May 2023 or so", "2019 and 2021", "May or June 2022",
    "the Friday of May 2022", "at 5pm last week", "the Monday of last month", "early yesterday-ish", "1990 degrees",
    "3rd May 2022 (Wednesday)", "last 8 May 2023",
    "at midnight on 8 May 2023", "Friday, last 8 May 2023",
    "I may be 24", "Do you have a car", "in a car in 2019", "the 2019 report", "eighth", "last", "last last week",
]  # fmt: skip

BY_TENSE = """
    on Friday       | past   | 2023-05-19 | 2023-05-20 | day
    on Friday       | future | 2023-05-26 | 2023-05-27 | day
    Monday morning  | past   | 2023-05-22 | 2023-05-23 | day
    on Tuesday      | past   | unset
    in June         | past   | 2022-06-01 | 2022-07-01 | month
    in June         | future | 2023-06-01 | 2023-07-01 | month
    in April        | future | 2024-04-01 | 2024-05-01 | month
    in May          | future | unset
    on 8 May        | future | 2024-05-08 | 2024-05-09 | day
    on May 23       | future | 2023-05-23 | 2023-05-24 | day
    on 29 February  | future | 2024-02-29 | 2024-03-01 | day
    this Monday     | past   | 2023-05-22 | 2023-05-23 | day
    this Monday     | future | 2023-05-29 | 2023-05-30 | day
    this Friday     | past   | 2023-05-26 | 2023-05-27 | day
    this weekend    | past   | 2023-05-27 | 2023-05-29 | day
    this Tuesday    | past   | 2023-05-23 | 2023-05-24 | day
    the weekend     | past   | 2023-05-20 | 2023-05-22 | day
    the weekend     | future | 2023-05-27 | 2023-05-29 | day
    in the summer   | past   | 2022-06-01 | 2022-09-01 | month
    in the summer   | future | 2023-06-01 | 2023-09-01 | month
    in Q3           | future | 2023-07-01 | 2023-10-01 | month
    13/04/24        | future | 2024-04-13 | 2024-04-14 | day
    13/04/24        | past   | 1924-04-13 | 1924-04-14 | day
    13/04/98        | future | 1998-04-13 | 1998-04-14 | day
    8 May '19       | future | 2019-05-08 | 2019-05-09 | day
    summer '33      | future | 2033-06-01 | 2033-09-01 | month
    summer '34      | future | 1934-06-01 | 1934-09-01 | month
    Q1 '23          | future | 2023-01-01 | 2023-04-01 | month
    in '33          | past   | 1933-01-01 | 1934-01-01 | year
    in two weeks    | future | 2023-06-05 | 2023-06-12 | day
    in two weeks    | past   | unset
    in an hour      | past   | unset
    since Friday    | future | 2023-05-19 | 2023-05-20 | day
"""

WEDNESDAY = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
WHATEVER_THE_TENSE = """
    this Friday                         | 2026-03-06 | 2026-03-07 | day
    this Friday morning                 | 2026-03-06 | 2026-03-07 | day
    this Wednesday                      | 2026-03-04 | 2026-03-05 | day
    this Sunday                         | 2026-03-08 | 2026-03-09 | day
    this weekend                        | 2026-03-07 | 2026-03-09 | day
    this past Friday                    | 2026-02-27 | 2026-02-28 | day
    this coming Monday                  | 2026-03-09 | 2026-03-10 | day
    starting this Friday                | 2026-03-06 | 2026-03-07 | day
    starting this Monday                | 2026-03-09 | 2026-03-10 | day
    starting Monday                     | 2026-03-09 | 2026-03-10 | day
    starting on Monday                  | 2026-03-09 | 2026-03-10 | day
    Starting from Monday,               | 2026-03-09 | 2026-03-10 | day
    starting Wednesday                  | unset
    starting in May                     | 2026-05-01 | 2026-06-01 | month
    beginning in May                    | 2026-05-01 | 2026-06-01 | month
    starting in March                   | unset
    starting 8 May                      | 2026-05-08 | 2026-05-09 | day
    starting today                      | 2026-03-04 | 2026-03-05 | day
    starting 4 March                    | 2026-03-04 | 2026-03-05 | day
    starting yesterday                  | 2026-03-03 | 2026-03-04 | day
    starting last Monday                | 2026-03-02 | 2026-03-03 | day
    starting in two weeks               | 2026-03-16 | 2026-03-23 | day
    starting in summer                  | 2026-06-01 | 2026-09-01 | month
    starting Q3                         | 2026-07-01 | 2026-10-01 | month
    starting in May until July          | 2026-05-01 | 2026-08-01 | month
    starting in 2021                    | 2021-01-01 | 2022-01-01 | year
    starting in '28                     | 2028-01-01 | 2029-01-01 | year
    from Monday                         | 2026-03-09 | 2026-03-10 | day
    from Monday on                      | 2026-03-09 | 2026-03-10 | day
    from this Friday                    | 2026-03-06 | 2026-03-07 | day
    from last Friday                    | 2026-02-27 | 2026-02-28 | day
    from Wednesday                      | unset
    from the weekend                    | 2026-03-07 | 2026-03-09 | day
    from May onwards                    | 2026-05-01 | 2026-06-01 | month
    from March                          | unset
    from March 2022 on                  | 2022-03-01 | 2022-04-01 | month
    since Monday                        | 2026-03-02 | 2026-03-03 | day
    1 week from Monday                  | 2026-03-16 | 2026-03-17 | day
    a week from this Friday             | 2026-03-13 | 2026-03-14 | day
    a week from Wednesday               | unset
    a week from today                   | 2026-03-11 | 2026-03-12 | day
    two weeks from tomorrow             | 2026-03-19 | 2026-03-20 | day
    a fortnight from Monday             | 2026-03-23 | 2026-03-24 | day
    3 days from Monday                  | 2026-03-12 | 2026-03-13 | day
    3 months from today                 | 2026-06-01 | 2026-07-01 | month
    a month from May                    | 2026-06-01 | 2026-07-01 | month
    '19                                 | 2019-01-01 | 2020-01-01 | year
    in '98                              | 1998-01-01 | 1999-01-01 | year
    in '37                              | 1937-01-01 | 1938-01-01 | year
    around 2019                         | unset
    since around May 2022               | unset
    in about 2019                       | unset
    from around Monday                  | unset
    in a few weeks                      | unset
    a year or two ago                   | unset
    about five years ago                | unset
"""
"""Said on a Wednesday: what looks ahead by itself, or back, does so in every sentence."""

LEANING = """
    starting in January                 | past   | unset
    starting in January                 | future | 2027-01-01 | 2027-02-01 | month
    from 3 March                        | past   | unset
    starting in October                 | past   | unset
    starting in '30                     | past   | 2030-01-01 | 2031-01-01 | year
    from May to July                    | past   | 2025-05-01 | 2025-08-01 | month
    from May to July                    | future | 2026-05-01 | 2026-08-01 | month
"""


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def expected(cells: list[str]) -> Interval | None:
    return None if cells == ["unset"] else Interval(at(cells[0]), at(cells[1]), cells[2])


@pytest.mark.parametrize(("words", "wanted"), [(row[0], expected(row[1:])) for row in rows(SAID_ON_TUESDAY)])
def test_words_are_the_interval_they_name_when_they_are_said(words: str, wanted: Interval | None) -> None:
    """T1, C28, C30, C32: told from a Tuesday in May, nothing is flagged."""
    assert resolve(words, TUESDAY, None) == wanted


@pytest.mark.parametrize(("words", "wanted"), [(row[0], expected(row[1:])) for row in rows(TIMES_OF_DAY)])
def test_a_time_of_day_is_as_fine_as_it_is_written(words: str, wanted: Interval) -> None:
    """C32; that the zone is assumed is said, as `parse_iso` says it."""
    assert resolve(words, TUESDAY, UTC) == wanted._replace(flags=() if wanted.grain == "day" else ("tz_assumed",))


@pytest.mark.parametrize("words", NO_ONE_TIME)
def test_words_of_no_time_or_of_two_stay_unset(words: str) -> None:
    """T1: unset rather than guessed."""
    assert resolve(words, TUESDAY, None) is None


@pytest.mark.parametrize(("words", "tense", "wanted"), [(row[0], row[1], expected(row[2:])) for row in rows(BY_TENSE)])
def test_the_tense_of_a_sentence_decides_between_two_readings(
    words: str, tense: Tense, wanted: Interval | None
) -> None:
    assert resolve(words, TUESDAY, None, tense) == wanted


@pytest.mark.parametrize(("words", "wanted"), [(row[0], expected(row[1:])) for row in rows(WHATEVER_THE_TENSE)])
@pytest.mark.parametrize("tense", [None, *get_args(Tense)])
def test_what_looks_one_way_by_itself_does_so_in_every_sentence(
    words: str, wanted: Interval | None, tense: Tense | None
) -> None:
    """T1: a tense that the caller guessed does not turn this Friday into last week's."""
    assert resolve(words, WEDNESDAY, None, tense) == wanted


@pytest.mark.parametrize(("words", "tense", "wanted"), [(row[0], row[1], expected(row[2:])) for row in rows(LEANING)])
def test_what_has_begun_of_late_may_be_what_it_started_from(words: str, tense: Tense, wanted: Interval | None) -> None:
    """T1: in March, starting in January is of this year or of the next, unless the sentence tells."""
    assert resolve(words, WEDNESDAY, None, tense) == wanted


@pytest.mark.parametrize(
    ("words", "said", "start"),
    [
        ("last Thursday", TUESDAY, "2023-05-18"),
        ("last Friday", FRIDAY, "2024-03-08"),
        ("last Thursday", datetime(2023, 5, 30, tzinfo=UTC), "2023-05-25"),
        ("next Friday", FRIDAY, "2024-03-22"),
        ("next Friday", SUNDAY, "2024-01-19"),
        ("next weekend", SUNDAY, "2024-01-20"),
        ("this weekend", SUNDAY, "2024-01-13"),
        ("last weekend", SUNDAY, "2024-01-06"),
        ("last month", SUNDAY, "2023-12-01"),
        ("last quarter", SUNDAY, "2023-10-01"),
        ("last winter", SUNDAY, "2022-12-01"),
        ("this winter", SUNDAY, "2023-12-01"),
        ("next winter", SUNDAY, "2024-12-01"),
        ("last January", SUNDAY, "2023-01-01"),
        ("next January", SUNDAY, "2025-01-01"),
        ("in December", SUNDAY, "2023-12-01"),
        ("the day before yesterday", datetime(2024, 3, 1, tzinfo=UTC), "2024-02-28"),
        ("a month ago", datetime(2024, 3, 31, tzinfo=UTC), "2024-02-01"),
        ("a year ago", datetime(2024, 2, 29, tzinfo=UTC), "2023-01-01"),
    ],
)
def test_relative_words_move_with_the_time_of_saying(words: str, said: datetime, start: str) -> None:
    """C28: against the session's date, over the ends of months and years too."""
    found = resolve(words, said, None)
    assert found is not None
    assert found.start == at(start)


def test_relative_words_without_a_time_of_saying_stay_unset() -> None:
    """C29: nothing falls back on now; what names its own time needs none."""
    relative = ["yesterday", "last Friday", "in June", "8 May", "the nineties", "13/04/24", "3 days ago", "an hour ago"]
    assert [resolve(words, None, UTC) for words in relative] == [None] * len(relative)
    assert resolve("May 2022", None, None) == Interval(at("2022-05-01"), at("2022-06-01"), "month")


@pytest.mark.parametrize(
    ("words", "zone", "start", "end"),
    [
        ("today", NEW_YORK, "2024-01-14T05:00", "2024-01-15T05:00"),
        ("today", OSLO, "2024-01-13T23:00", "2024-01-14T23:00"),
        ("today", KATHMANDU, "2024-01-14T18:15", "2024-01-15T18:15"),
        ("last Sunday", KATHMANDU, "2024-01-13T18:15", "2024-01-14T18:15"),
        ("last week", KATHMANDU, "2024-01-07T18:15", "2024-01-14T18:15"),
        ("summer 2023", OSLO, "2023-05-31T22:00", "2023-08-31T22:00"),
        ("2023", NEW_YORK, "2023-01-01T05:00", "2024-01-01T05:00"),
    ],
)
def test_days_are_those_of_the_zone(words: str, zone: tzinfo, start: str, end: str) -> None:
    """C25: said on Sunday at 20:00 in UTC, which is Monday in Kathmandu."""
    found = resolve(words, SUNDAY, zone)
    assert found is not None
    assert found[:2] == (at(start), at(end))


@pytest.mark.parametrize(
    ("words", "zone", "start", "minutes", "flags"),
    [
        ("1:30 am on 2 November 2025", NEW_YORK, "2025-11-02T05:30", 1, ("tz_assumed", "ambiguous_time")),
        ("2:30 am on 9 March 2025", NEW_YORK, "2025-03-09T07:30", 1, ("tz_assumed", "nonexistent_time")),
        ("2am on 9 March 2025", NEW_YORK, "2025-03-09T07:00", 60, ("tz_assumed", "nonexistent_time")),
        ("1am on 2 November 2025", NEW_YORK, "2025-11-02T05:00", 60, ("tz_assumed", "ambiguous_time")),
        ("2025-03-09 02:59", NEW_YORK, "2025-03-09T07:59", 1, ("tz_assumed", "nonexistent_time")),
        ("2025-11-02 01:59", NEW_YORK, "2025-11-02T05:59", 1, ("tz_assumed", "ambiguous_time")),
        ("1:30 am UTC on 2 November 2025", NEW_YORK, "2025-11-02T01:30", 1, ()),
        ("1:30 am -05:00 on 2 November 2025", NEW_YORK, "2025-11-02T06:30", 1, ()),
        ("2 November 2025", NEW_YORK, "2025-11-02T04:00", 25 * 60, ()),
        ("9 March 2025", NEW_YORK, "2025-03-09T05:00", 23 * 60, ()),
        ("5pm on 8 May 2023", None, "2023-05-08T17:00", 60, ("tz_assumed",)),
        ("8 May 2023 10:00 EST", OSLO, "2023-05-08T15:00", 1, ()),
    ],
)
def test_clocks_that_change_are_met_and_said(
    words: str, zone: tzinfo | None, start: str, minutes: int, flags: tuple[str, ...]
) -> None:
    """C26: as `parse_iso` has it, and a minute stays a minute."""
    found = resolve(words, None, zone)
    assert found is not None
    assert (found.start, found.end - found.start, found.flags) == (at(start), timedelta(minutes=minutes), flags)


def test_hours_ago_are_hours_whatever_the_clocks_did() -> None:
    """C26: at 8:30 in New York after the night on which the clocks went back."""
    said = datetime(2025, 11, 2, 13, 30, tzinfo=UTC)
    found = resolve("10 hours ago", said.astimezone(NEW_YORK), NEW_YORK)
    assert found == Interval(at("2025-11-02T03:00"), at("2025-11-02T04:00"), "hour")


def test_a_day_that_a_zone_skipped_is_no_day() -> None:
    """C26: Samoa went from 29 to 31 December 2011."""
    assert resolve("30 December 2011", None, APIA) is None
    assert resolve("2011-12-30", None, APIA) is None
    assert resolve("29 December 2011", None, APIA) is not None


def test_an_iso_time_without_zone_needs_one() -> None:
    """C25: as `parse_iso`, which says why; a naive time of saying is one of the zone."""
    assert resolve("2025-07-25 02:00", TUESDAY, None) is None
    assert resolve("2025-07-25 02:00", TUESDAY, UTC) == Interval(
        at("2025-07-25T02:00"), at("2025-07-25T02:01"), "minute", ("tz_assumed",)
    )
    naive = datetime(2024, 1, 14, 1, 0)
    assert resolve("today", naive, OSLO) == resolve("today", naive.replace(tzinfo=OSLO), OSLO)


def test_a_caller_may_ask_for_the_bound() -> None:
    """T1: until X is no time; whoever knows what the word means reads X itself."""
    for words in ("until May", "before May", "after May", "by May", "till in May"):
        assert resolve(words, TUESDAY, None, limit=True) == resolve("May", TUESDAY, None)
    assert resolve("last May", TUESDAY, None, limit=True) == resolve("last May", TUESDAY, None)


TEXTS = """
    We met [last Friday] and [since last May] I work in Oslo; [two weeks ago], [on 3 March 2024], it broke.
    [In June 2023] we moved. See you [Friday]! It lasted [from 2019 to 2021].
    I was born [on the 8th of May, 1990 at 5pm]. (See [2019-2021].)
    [Yesterday]'s run was hard. [Last week]'s was not. [Tomorrow], then.
    "[Tonight]," she said, "and [the day after tomorrow]."
    [In 2019], there were 2000 people in 2000 meters of road.
    The pump failed [in the summer of 2021], then [in Q3 2022], [Q4 2023] and [in early May].
    Built [in the 1990s], and [the late 80s], and [the nineties].
    [1:56 pm on 8 May, 2023] was when; [2023/04/10 (Mon) 17:50] and [2024-03-08] too.
    I help at a shelter where I was at [yesterday].
    [In may] it rained; [since march] not. [May 8th] it stopped. [On may 9] it came back.
    [The week before 3 July 2022] and [the Sunday before 25 May 2023].
    [In three days] I leave, [until next year]. [Before 8 May 2023] no.
    [Last Fri] I fell. [Next Sat] I rise. [Mon 3 Jun 2024] I rest.
    It broke [yesterday]…and [today]—[this morning]—again.
    [between May and June 2022], [3-8 May 2023]; [May 3-8, 2023]
    He came [at 5pm yesterday] and left [yesterday at 17:30].
    [Over the weekend] we sailed. [This summer] we rest. [In the spring] it rains.
    Payment is due [13/04/2024]. The W10 build, [2024-W10-5], passed.
    I may be 24. Do you have a car? Give me a second, we march on; the first may be the sun.
    A second ago I sat in the sun. She may march. They mar the jan. Wed in white, sat down. Sun and Sat.
    This May be true. In May's house. June said so. April was there with August. Mark my words. Dec and Jan talked.
    On Black Friday, on Good Friday. Every Friday I go, on Fridays, on a Friday, most Mondays, each Sunday.
    The last week was hard. In the last year. The next Friday he left. Two weeks later, the next day.
    [About two weeks ago], [around May 2022], [almost a year ago], [over a year ago], [a few weeks ago], [weeks ago].
    I met her [about five years ago], [a few years ago], [a couple of days ago], [several months ago], [some years ago].
    It is [more than 3 years ago], [a year or two ago], [ten or so years ago], [two or three weeks ago], [a decade ago].
    We move [in a few weeks], [in about two months], [a few weeks from now]; [since around 2019], [circa 1990], no more.
    [A year and a half ago], [3-4 weeks ago], [about 3 to 4 weeks ago]; [in about May], [since about 2019].
    It costs around 2000, for around 1990; sold for about 1990, and it weighs around 1800.
    A talk about Friday, a film about 1990, news about May 2022; a few weeks later, every few weeks, few people, so far.
    Around 20 people, about two weeks, around the house, some more than others, around 2000 people, roughly 2000.
    Ticket 8812, 555 0199, ticket 1999, call 555 1999; gate 2019, 8812 and 0199, order 20240513, in 8812, PIN 2024.
    [In 2019], [since 2020], [by 2021], a fire [of 2019], and [from 2018]; [until 2022], [around 2017]; [summer 2015].
    [Starting this Friday] I work. We begin [starting in May], [from Monday], [starting Monday]; [1 week from Monday].
    A boat [starting in December], paid [from March on], from May to me. [From Monday], [starting from 8 May].
    The photos from [Monday], the email from [Friday], the notes from May.
    Set it to 2000 or 2019; 2024 units at 1990 rpm in 2000 meters, between 1500 and 2000 calories, room 1999.
    In the first half he fell; the second quarter was lost. In a second. In a day.
    The fall hurt; spring forward, summer dress, winter tyres, in her seventies, 20s, 90s.
    The invoice [of 03/04/2024], and that [of 12.3.2024].
    1717000000 and 1717000000000, 03/04/24, 10.11.12, 555-2019, P-2019, v2019.1, $2019, #2020, 1.2.3, 10:30.
    In 2019 people said so. The 90s degrees. [In '98] and H1 I fell? Page 1990-95.
    Pump P-101 was replaced [on 2024-03-05] and inspected [in March 2024]. The May meeting moved to [5 June].
    [From May 2020 until June 2021] he was at ACME; it failed [on 4 May] and again [on May 6th, 2024].
    He will march [in March]. I started [in 1999] with 2000 employees. Version 2019 of Office 2016, the 2023 budget.
    Wednesday Addams, Saturday Night Live, Casual Friday.
    We go today or tomorrow, in 2019 or 2020. Between 5pm and 7pm yesterday. Sometime between May and this.
    May I? March! Second. Last. Next! On and on, by and by, before, after, from then to now.
"""


@pytest.mark.parametrize("marked", [line.strip() for line in TEXTS.strip().splitlines()])
def test_words_about_time_are_found_where_they_stand(marked: str) -> None:
    """C32: with their prepositions, and nothing in sentences that have none."""
    text = marked.replace("[", "").replace("]", "")
    assert "".join(show(text)) == marked


def show(text: str) -> list[str]:
    pieces, last = [], 0
    for start, end in find(text):
        pieces += [text[last:start], "[", text[start:end], "]"]
        last = end
    return [*pieces, text[last:]]


WORDS = [
    cells[0] for table in (SAID_ON_TUESDAY, TIMES_OF_DAY, BY_TENSE, WHATEVER_THE_TENSE) for cells in rows(table)
] + NO_ONE_TIME
PIECES = sorted({piece for words in WORDS for piece in words.split()} | {"\n", ",", ".", "(", "—", "'s", "'", "about"})
texts = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join)
zones = st.sampled_from([None, UTC, NEW_YORK, OSLO, KATHMANDU, APIA, timezone(timedelta(hours=-12))])
moments = st.none() | st.datetimes() | st.datetimes(timezones=st.sampled_from([UTC, NEW_YORK, APIA]))
tenses = st.sampled_from([None, *get_args(Tense)])


@settings(max_examples=1000, deadline=None)
@given(texts, moments, zones, tenses)
def test_no_words_raise_and_an_interval_is_one(
    words: str, said: datetime | None, zone: tzinfo | None, tense: Tense | None
) -> None:
    """T1: whatever is written is read or left, twice the same."""
    found = resolve(words, said, zone, tense)
    assert found == resolve(words, said, zone, tense)
    if found:
        assert found.start < found.end
        assert found.start.tzinfo is UTC
        assert found.end.tzinfo is UTC
        assert found.grain in GRAINS


@settings(deadline=None)
@given(texts)
def test_spans_are_in_order_and_resolve_at_some_time(text: str) -> None:
    """C32: what is found is what `resolve` can read, in some order of day and month, or a time that is hedged."""
    spans = find(text)
    ends = [bound for span in spans for bound in span]
    assert ends == sorted(ends)
    for start, end in spans:
        words = reading.plain(text[start:end])
        if hedges.vaguely(words) or hedges.near(words):
            continue
        said = [(SUNDAY, None), (SUNDAY, "past"), (SUNDAY, "future"), (TUESDAY, "past"), (TUESDAY, "future")]
        said += [(datetime(2023, 12, 30, tzinfo=UTC), tense) for tense in (None, "past", "future")]
        read = (resolve(text[start:end], when, UTC, tense, limit=True, order="dmy") for when, tense in said)  # type: ignore[arg-type]
        assert any(read), text[start:end]


@pytest.mark.parametrize("piece", ["may 3 in the ", "!", "a.", "'", "2019-", "last friday, ", "(", "\n"])
def test_time_to_find_grows_with_the_text(piece: str) -> None:
    """A long text is read once: ten times the text, about ten times the work."""
    spent = []
    for length in (2_000, 20_000):
        text = piece * (length // len(piece))
        start = time.process_time()
        find(text)
        spent.append(time.process_time() - start)
    assert spent[1] < 30 * max(spent[0], 0.01)


def test_neither_clock_nor_locale_of_the_machine_is_asked() -> None:
    """C29: another zone, another locale and another year give the same."""
    program = (
        "import sys, datetime, time\n"
        "from kgmem.anchor_words import resolve\n"
        "said = datetime.datetime(2023, 5, 23, 15, 20, tzinfo=datetime.timezone.utc)\n"
        "time.time = lambda: 1893456000.0\n"
        "for words in sys.argv[1:]: print(resolve(words, said, None))\n"
    )
    words = ["yesterday", "in June", "3 mai 2023", "1:56 pm on 8 May, 2023", "May 2022", "13/04/24", "Do 3 2024"]
    printed = {
        subprocess.run(
            [sys.executable, "-c", program, *words],
            env={**os.environ, "TZ": zone, "LC_ALL": locale, "LANG": locale},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for zone, locale in [("UTC", "C.UTF-8"), ("Asia/Kathmandu", "de_DE.UTF-8"), ("America/New_York", "ja_JP.UTF-8")]
    }
    assert len(printed) == 1
    assert printed.pop().splitlines() == [str(resolve(each, TUESDAY, None)) for each in words]
