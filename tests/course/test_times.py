"""Times of the kernel: each is one text, to the microsecond."""

from hypothesis import given
from hypothesis import strategies as some

from nbjudge.course.times import parse_time, time_text, utc_time


@given(some.integers(0, 2**62))
def test_a_time_of_the_kernel_keeps_its_microseconds(nanoseconds):
    text = time_text(utc_time(nanoseconds))
    assert text.endswith(f".{nanoseconds // 1000 % 10**6:06}Z")
    assert parse_time(text) == utc_time(nanoseconds)
