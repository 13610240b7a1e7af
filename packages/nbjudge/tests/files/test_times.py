"""Times of the kernel: each is one text, to the microsecond."""

import datetime
import random

import pytest

from nbjudge.files.times import duration_text, parse_time, time_text, utc_time


def test_a_time_of_the_kernel_keeps_its_microseconds():
    for nanoseconds in [0, 501, *random.Random(1).sample(range(2**62), 1000)]:
        text = time_text(utc_time(nanoseconds))
        assert text.endswith(f".{nanoseconds // 1000 % 10**6:06}Z")
        assert parse_time(text) == utc_time(nanoseconds)


@pytest.mark.parametrize(
    "duration, text",
    [
        (datetime.timedelta(seconds=82), "2 min"),
        (datetime.timedelta(microseconds=1), "1 min"),
        (datetime.timedelta(hours=1), "1 h"),
        (datetime.timedelta(days=1, hours=2, minutes=4, seconds=1), "1 d 2 h 5 min"),
    ],
)
def test_a_lateness_is_rounded_up_to_minutes(duration, text):
    assert duration_text(duration) == text
