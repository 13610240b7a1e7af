"""The record of grading: `nbjudge.json`, beside the notebooks of each autograded submission.

`write_record` and `read_record` are the only ones that know the file. Reading is tolerant: a file
that is missing, cut off or strange is as good as none. What students wrote can stand in it, so all
text is made printable on the way in.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from ..result import Measured
from .file_names import RECORD
from .text import one_line

CONFIG = "nbgrader_config.py"

Status = Literal["graded", "needs-attention"]


@dataclass(frozen=True)
class NotebookRecord:
    """How the grading of one notebook went.

    Attributes
    ----------
    reason
        Why a person has to look at it, in one line; None if nobody has to.
    measured
        What was measured while it was run.
    lacked
        The cells that it lacked when it was handed in, and that were put back.
    shared
        The test cells that ran in the student's process, which are as trustworthy as stock
        nbgrader's (docs/security.md).
    """

    reason: str | None = None
    measured: Measured = field(default_factory=Measured)
    lacked: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The record as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "NotebookRecord":
        """Take a record out of parsed JSON."""
        reason = data.get("reason")
        return cls(
            one_line(str(reason)) if reason else None,
            Measured.from_json(data.get("measured")),
            _lines(data.get("lacked")),
            _lines(data.get("shared")),
        )


@dataclass(frozen=True)
class Record:
    """How the grading of one submission went.

    Attributes
    ----------
    status
        "needs-attention" where a person has to look.
    reasons
        Why, one line each.
    measured
        What was measured of all its notebooks; the time is that of the whole submission.
    digest
        Names what was graded (`grading.inputs.submission_digest`); None if it is to be graded
        again in the next run.
    notebooks
        The same by notebook.
    handed_in
        What `timestamp.txt` said of what was graded, believed or not; None if there was none. It
        tells one submission from the next, and says nothing about lateness.
    """

    status: Status = "graded"
    reasons: list[str] = field(default_factory=list)
    measured: Measured = field(default_factory=Measured)
    digest: str | None = None
    notebooks: dict[str, NotebookRecord] = field(default_factory=dict)
    handed_in: str | None = None

    @property
    def needs_attention(self) -> bool:
        return self.status == "needs-attention"

    def to_json(self) -> dict[str, Any]:
        """The record as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> "Record | None":
        """Take a record out of parsed JSON; None if there is none in it."""
        if not isinstance(data, dict):
            return None
        status: Status = "graded"
        if data.get("status") == "needs-attention":
            status = "needs-attention"
        digest, entries = data.get("digest"), data.get("notebooks")
        handed_in = data.get("handed_in")
        notebooks = {
            one_line(name): NotebookRecord.from_json(entry)
            for name, entry in (entries.items() if isinstance(entries, dict) else ())
            if isinstance(entry, dict)
        }
        reasons = _lines(data.get("reasons"))
        return cls(
            status,
            reasons or [f"{name}: {n.reason}" for name, n in notebooks.items() if n.reason],
            Measured.from_json(data.get("measured")),
            digest if isinstance(digest, str) else None,
            notebooks,
            one_line(handed_in) if isinstance(handed_in, str) else None,
        )


def read_record(folder: Path) -> Record | None:
    """Read the record in a submission's autograded folder; None if there is none to read."""
    try:
        return Record.from_json(json.loads((folder / RECORD).read_bytes()))
    except (OSError, ValueError, RecursionError):
        return None


def write_record(record: Record) -> bytes:
    """The content of the file."""
    return (json.dumps(record.to_json(), indent=1, sort_keys=True) + "\n").encode()


def _lines(value: object) -> list[str]:
    return [one_line(str(line)) for line in value] if isinstance(value, list) else []
