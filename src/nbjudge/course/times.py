"""Times as this package keeps them: UTC as a naive `datetime`, as nbgrader has them too."""

import datetime


def utc_now() -> datetime.datetime:
    """The time, as a naive UTC `datetime`."""
    return datetime.datetime.now(datetime.UTC).replace(tzinfo=None)


def utc_time(seconds: float) -> datetime.datetime:
    """A time of the kernel's, in seconds since 1970 UTC, as a naive UTC `datetime`."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).replace(tzinfo=None)


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
