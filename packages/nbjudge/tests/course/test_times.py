"""Times of the kernel: each is one text, to the microsecond."""

import random

from nbjudge.course.times import parse_time, time_text, utc_time


def test_a_time_of_the_kernel_keeps_its_microseconds():
    for nanoseconds in [0, 501, *random.Random(1).sample(range(2**62), 1000)]:
        text = time_text(utc_time(nanoseconds))
        assert text.endswith(f".{nanoseconds // 1000 % 10**6:06}Z")
        assert parse_time(text) == utc_time(nanoseconds)
