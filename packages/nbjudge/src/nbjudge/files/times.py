"""Times as this package represents them: naive `datetime`s in UTC, as nbgrader's are."""

import datetime


def utc_now() -> datetime.datetime:
    """Return the current time as a naive UTC `datetime`."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def utc_time(nanoseconds: int) -> datetime.datetime:
    """Return a time of the kernel, in ns since 1970 UTC, as a naive UTC `datetime`.

    The calculation uses integers, because a float has too few digits: the same time could give two
    results that are 1 microsecond apart.
    """
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=nanoseconds // 1000)


def time_text(time: datetime.datetime) -> str:
    """Return a naive UTC `datetime` as JSON files write it, `2026-11-22T14:03:05.123456Z`."""
    return f"{time.isoformat(timespec='microseconds')}Z"


def parse_time(text: str) -> datetime.datetime:
    """Parse a time of these files into a naive UTC `datetime`.

    Raises `ValueError` if the text is not a time.
    """
    return datetime.datetime.fromisoformat(text.removesuffix("Z"))


def duration_text(duration: datetime.timedelta) -> str:
    """Return a duration such as `1 d 2 h 5 min`, rounded up to the minute, as the panel does."""
    minutes = -(-duration // datetime.timedelta(minutes=1))
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{value} {unit}" for value, unit in parts if value)
