"""What was measured of a notebook that was run, from the warden beside it to its record.

A new measurement is a field of `Measured`, and the line that measures it.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

BELIEVED = 1e12  # no time and no memory is more: larger numbers are nobody's measurement


class Stop(StrEnum):
    """Why a submission's code was stopped. The sentences about it are for people alone."""

    TIME = "time"  # a cell or the notebook took longer than it may
    PROCESSOR = "processor"  # more processor time than a notebook has
    MEMORY = "memory"
    ENDED = "ended"  # its process ended by itself
    PROTOCOL = "protocol"  # it sent what no submission sends
    JUDGE = "judge"  # what judges or reads it ended, or hung


@dataclass(frozen=True)
class Measured:
    """What was measured of a notebook, or of all notebooks of a submission.

    Attributes
    ----------
    seconds
        Wall time in seconds; None where nothing was measured.
    peak_memory_mb
        The most memory that the student's process held, in megabytes; None where nothing ran.
    sandbox
        False where the student's code ran without one.
    cgroup
        False where the student's code ran in a sandbox without a control group, so that the limits
        on memory and processor time leave something out (docs/security.md).
    stopped
        Why the student's process was ended before the last cell; None if it was not.
    """

    seconds: float | None = None
    peak_memory_mb: float | None = None
    sandbox: bool = True
    cgroup: bool = True
    stopped: Stop | None = None

    @classmethod
    def of_all(cls, parts: Iterable["Measured"], seconds: float) -> "Measured":
        """What is true of a submission whose notebooks were measured, and that took so long."""
        parts = list(parts)
        return cls(
            seconds,
            max((part.peak_memory_mb or 0.0 for part in parts), default=0.0) or None,
            all(part.sandbox for part in parts),
            all(part.cgroup for part in parts),
            next((part.stopped for part in parts if part.stopped), None),
        )

    def to_json(self) -> dict[str, Any]:
        """The measurements as JSON has them."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: object) -> "Measured":
        """Take measurements out of parsed JSON; what is strange there was not measured."""
        found = data if isinstance(data, dict) else {}
        stopped = found.get("stopped")
        return cls(
            _number(found.get("seconds")),
            _number(found.get("peak_memory_mb")) or None,
            found.get("sandbox") is not False,
            found.get("cgroup") is not False,
            Stop(stopped) if stopped in list(Stop) else None,
        )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < BELIEVED else None
