"""Measurements of a notebook's run, on their way from its supervisor to the submission's record.

To add a measurement, add a field to `Measured`, and the line in the supervisor that measures it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

# Numbers read from JSON that are larger than this are no measurement, in seconds or megabytes.
BELIEVED = 1e12


class Stop(StrEnum):
    """The reason that a submission's code was stopped.

    Code compares these. The sentences about a stop are for people.
    """

    TIME = "time"  # a cell or the notebook exceeded its wall time
    PROCESSOR = "processor"  # a process exceeded its processor time
    MEMORY = "memory"
    ENDED = "ended"  # its process ended by itself
    PROTOCOL = "protocol"  # its process sent something that our own code never sends
    JUDGE = "judge"  # the process that judges or reads it ended, or hung


@dataclass(frozen=True)
class Measured:
    """Measurements of a notebook, or of all notebooks of a submission.

    `seconds` is wall time, or None if it was not measured. The peak, `sandbox` and `cgroup`
    describe the student's process, and are None if nothing ran. If `cgroup` is False, the sandbox
    had no control group, so the limits on memory and processor time are less exact
    (docs/security.md). `stopped` is the reason why the process was ended before the last cell, or
    None.
    """

    seconds: float | None = None
    peak_memory_mb: float | None = None
    sandbox: bool | None = None
    cgroup: bool | None = None
    stopped: Stop | None = None

    @classmethod
    def of_all(cls, parts: Iterable["Measured"], seconds: float) -> "Measured":
        """Combine the measurements of a submission's notebooks with its whole wall time in seconds.

        The result has the largest peak of memory, the first stop, and True for the sandbox or the
        control group only if every notebook that ran had one.
        """
        parts = list(parts)
        return cls(
            seconds,
            max((part.peak_memory_mb or 0.0 for part in parts), default=0.0) or None,
            _all(part.sandbox for part in parts),
            _all(part.cgroup for part in parts),
            next((part.stopped for part in parts if part.stopped), None),
        )

    @classmethod
    def from_json(cls, data: object) -> "Measured":
        """Read measurements from parsed JSON.

        A field that is missing or malformed counts as not measured, because records can be old or
        edited, and a judge's report is not trusted.
        """
        found = data if isinstance(data, dict) else {}
        stopped = found.get("stopped")
        return cls(
            _number(found.get("seconds")),
            _number(found.get("peak_memory_mb")) or None,
            _fact(found.get("sandbox")),
            _fact(found.get("cgroup")),
            Stop(stopped) if stopped in list(Stop) else None,
        )


def _all(facts: Iterable[bool | None]) -> bool | None:
    known = [fact for fact in facts if fact is not None]
    return all(known) if known else None


def _fact(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < BELIEVED else None
