"""Times as this package keeps them: UTC as a naive `datetime`, as nbgrader has them too."""

import datetime


def utc_now() -> datetime.datetime:
    """The time, as a naive UTC `datetime`."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def utc_time(nanoseconds: int) -> datetime.datetime:
    """A time of the kernel's, in ns since 1970 UTC, as a naive UTC `datetime`.

    A whole number, as a float has not the digits: the same time would be two, 1 us apart.
    """
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=nanoseconds // 1000)


def time_text(time: datetime.datetime) -> str:
    """A time as files of JSON have it, `2026-11-22T14:03:05.123456Z`; `time` is naive UTC."""
    return f"{time.isoformat(timespec='microseconds')}Z"


def parse_time(text: str) -> datetime.datetime:
    """A time of these files as a naive UTC `datetime`.

    Raises
    ------
    ValueError
        It is none.
    """
    return datetime.datetime.fromisoformat(text.removesuffix("Z"))
