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

CONFIG = "nbgrader_config.py"
RECORD = "nbjudge.json"
LONGEST_TEXT = 1000  # characters of a reason
LACKED = "lacked cells, which were put back: "  # in a reason, before the cells

Status = Literal["graded", "needs-attention"]


@dataclass(frozen=True)
class NotebookRecord:
    """How the grading of one notebook went.

    Attributes
    ----------
    status, reason
        As in `Record`, in one line.
    seconds, peak_memory_mb
        As in `Record`.
    shared
        The test cells that ran in the student's process, which are as trustworthy as stock
        nbgrader's (docs/security.md).
    """

    status: Status = "graded"
    reason: str | None = None
    seconds: float | None = None
    peak_memory_mb: float | None = None
    shared: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """How the grading of one submission went.

    Attributes
    ----------
    status
        "needs-attention" where a person has to look.
    reasons
        Why, one line each.
    seconds, peak_memory_mb
        Wall time in seconds, and memory in megabytes; None where it was not measured.
    sandbox
        False where the student's code ran without one.
    cgroup
        False where the student's code ran in a sandbox without a control group, so that the limits
        on memory and processor time leave something out (docs/security.md).
    digest
        Names what was graded (`grading.inputs.submission_digest`); None if it is to be graded
        again in the next run.
    notebooks
        The same by notebook.
    """

    status: Status = "graded"
    reasons: list[str] = field(default_factory=list)
    seconds: float | None = None
    peak_memory_mb: float | None = None
    sandbox: bool = True
    cgroup: bool = True
    digest: str | None = None
    notebooks: dict[str, NotebookRecord] = field(default_factory=dict)

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
        reasons, digest = data.get("reasons"), data.get("digest")
        notebooks = {
            one_line(name): _notebook(entry)
            for name, entry in _items(data.get("notebooks"))
            if isinstance(entry, dict)
        }
        if not isinstance(reasons, list) or not reasons:
            reasons = [f"{name}: {n.reason}" for name, n in notebooks.items() if n.reason]
        return cls(
            status=_status(data),
            reasons=[one_line(str(reason)) for reason in reasons],
            seconds=_number(data.get("seconds")),
            peak_memory_mb=_number(data.get("peak_memory_mb")) or None,  # 0 where nothing ran
            sandbox=data.get("sandbox") is not False,
            cgroup=data.get("cgroup") is not False,
            digest=digest if isinstance(digest, str) else None,
            notebooks=notebooks,
        )


def read_record(folder: Path) -> Record | None:
    """Read the record in a submission's autograded folder; None if there is none to read."""
    try:
        return Record.from_json(json.loads((folder / RECORD).read_bytes()))
    except (OSError, ValueError, RecursionError):
        return None


def lacked_cells(record: Record, notebook: str) -> set[str]:
    """The cells that a notebook lacked when it was handed in, and that were put back."""
    entry = record.notebooks.get(notebook)
    _, lacked, cells = ((entry and entry.reason) or "").partition(LACKED)
    return set(cells.partition(";")[0].split(", ")) if lacked else set()


def write_record(record: Record) -> bytes:
    """The content of the file."""
    return (json.dumps(record.to_json(), indent=1, sort_keys=True) + "\n").encode()


def one_line(text: str, longest: int = LONGEST_TEXT) -> str:
    """Make any text fit for a line on a terminal: no control characters, and not too long."""
    text = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return text if len(text) <= longest else text[: longest - 3] + "..."


def _notebook(entry: Mapping[str, object]) -> NotebookRecord:
    reason = entry.get("reason")
    return NotebookRecord(
        status=_status(entry),
        reason=one_line(str(reason)) if reason else None,
        seconds=_number(entry.get("seconds")),
        peak_memory_mb=_number(entry.get("peak_memory_mb")),
        shared=_names(entry.get("shared")),
    )


def _names(value: object) -> list[str]:
    return [one_line(str(name)) for name in value] if isinstance(value, list) else []


def _status(entry: Mapping[str, object]) -> Status:
    return "needs-attention" if entry.get("status") == "needs-attention" else "graded"


def _items(value: object) -> list[tuple[str, object]]:
    return list(value.items()) if isinstance(value, dict) else []


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value < 1e12 else None
