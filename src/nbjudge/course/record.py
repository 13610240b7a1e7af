"""What grading left on the disk: each submission's record, and why its test cells failed.

Both are read for the report only, and tolerantly: a file that is missing, cut off or strange is
as good as none. What students wrote can stand in either, so all text is text and no more.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

RECORD = "nbjudge.json"


@dataclass(frozen=True)
class Record:
    """How the grading of one submission went, as `nbjudge grade` noted it in `nbjudge.json`.

    `seconds` is wall time, `peak_memory_mb` megabytes; None where it was not measured. `sandbox` is
    False where the student's code ran without one. `notebooks` holds the seconds of each.
    """

    needs_attention: bool = False
    reasons: list[str] = field(default_factory=list)
    seconds: float | None = None
    peak_memory_mb: float | None = None
    sandbox: bool = True
    notebooks: dict[str, float] = field(default_factory=dict)


def read_record(folder: Path) -> Record | None:
    """Read `nbjudge.json` in a submission's autograded folder; None if there is none to read."""
    data = _load(folder / RECORD)
    if not isinstance(data, dict):
        return None
    reasons, notebooks = data.get("reasons"), data.get("notebooks")
    entries = {
        name: entry
        for name, entry in (notebooks.items() if isinstance(notebooks, dict) else ())
        if isinstance(entry, dict)
    }
    if not isinstance(reasons, list) or not reasons:
        reasons = [f"{name}: {e['reason']}" for name, e in entries.items() if e.get("reason")]
    seconds = {name: _number(entry.get("seconds")) for name, entry in entries.items()}
    return Record(
        needs_attention=data.get("status") == "needs-attention",
        reasons=[str(reason) for reason in reasons],
        seconds=_number(data.get("seconds")),
        peak_memory_mb=_number(data.get("peak_memory_mb")) or None,  # 0 where nothing ran
        sandbox=data.get("sandbox") is not False,
        notebooks={name: value for name, value in seconds.items() if value is not None},
    )


def _number(value) -> float | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    return float(value) if fits else None


def _load(path: Path):
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def load_record(folder: Path) -> Mapping:
    """Read the record of an autograded submission; empty where there is none to read."""
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
