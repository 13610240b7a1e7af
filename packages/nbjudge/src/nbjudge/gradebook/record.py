"""Grading record: the file `nbjudge.json` next to the notebooks of each autograded submission.

Only `write_record` and `read_record` know its format. Reading is tolerant: a file that is missing,
truncated or malformed counts as missing. It can hold text that a student wrote, so all text is made
printable when it is read.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from nbisolate import Measured

from ..files.file_names import RECORD
from ..files.replace import read_json
from ..files.text import one_line

CONFIG = "nbgrader_config.py"
# The key, in the notebook's metadata, of a dict from grade_id to the index, in the traceback of a
# test cell's error, of the first entry that is the submission's own.
OWN_ENTRIES = "submission"
UNREADABLE = "the file could not be read"
NO_CONFIG = f"There is no {CONFIG} here. Run this command in the course folder"

Status = Literal["graded", "needs-attention"]


@dataclass(frozen=True)
class NotebookRecord:
    """Grading record of one notebook."""

    reason: str | None = None  # why it needs attention, in one line
    measured: Measured = field(default_factory=Measured)
    # The cells that were missing in the submission and were restored.
    lacked: list[str] = field(default_factory=list)
    # The test cells that ran in the student's process, which are as trustworthy as plain nbgrader's
    # (docs/security.md).
    in_process: list[str] = field(default_factory=list)
    # The test cells that count after the due date.
    after_due_date: list[str] = field(default_factory=list)
    # True if it would end in the same way again: no limit was met, and no cell ended with an error
    # that the machine's load may cause.
    steady: bool = False
    # It identifies all that the run depended on, and its result (`grading.inputs.notebook_key`);
    # None if the next attempt must run it.
    key: str | None = None
    unchanged: bool = False  # True if it did not run: its result is that of the attempt before
    notes: list[str] = field(default_factory=list)  # lines that the student sees
    # True if it could not be read, so the autograded notebook holds nothing of the student's.
    blank: bool = False
    not_run: bool = False  # True if it was not run, for this or another reason
    # It identifies the student's files that were graded (`grading.inputs.work_digest`), also if the
    # notebook is not among them.
    submitted: str | None = None
    # It identifies the scores and comments that grading stored in the gradebook
    # (`stored_results.scores_digest`).
    scores: str | None = None
    # The cells that are new or changed since the release that the notebook comes from; none if it
    # comes from the last one.
    older: list[str] = field(default_factory=list)
    # The reasons that a student may read before the due date (`nbjudge.course.visible`): those that
    # were known before anything ran, and those on how the run with the judge ended.
    file_reasons: list[str] = field(default_factory=list)
    run_reasons: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "NotebookRecord":
        """Make a record from parsed JSON."""
        reason = data.get("reason")
        key = data.get("key")
        submitted = data.get("submitted")
        scores = data.get("scores")
        return cls(
            reason=one_line(str(reason)) if reason else None,
            measured=Measured.from_json(data.get("measured")),
            lacked=_lines(data.get("lacked")),
            in_process=_lines(data.get("in_process")),
            after_due_date=_lines(data.get("after_due_date")),
            steady=data.get("steady") is True,
            key=key if isinstance(key, str) else None,
            unchanged=data.get("unchanged") is True,
            notes=_lines(data.get("notes")),
            blank=data.get("blank") is True,
            not_run=data.get("not_run") is True,
            submitted=submitted if isinstance(submitted, str) else None,
            scores=scores if isinstance(scores, str) else None,
            older=_lines(data.get("older")),
            file_reasons=_lines(data.get("file_reasons")),
            run_reasons=_lines(data.get("run_reasons")),
        )


@dataclass(frozen=True)
class Record:
    """Grading record of one submission."""

    status: Status = "graded"
    reasons: list[str] = field(default_factory=list)  # one for each cause of "needs-attention"
    # For all notebooks, but the time is that of the whole submission.
    measured: Measured = field(default_factory=Measured)
    # It identifies the graded files (`grading.inputs.submission_digest`); None if the next run must
    # grade the submission again.
    digest: str | None = None
    notebooks: dict[str, NotebookRecord] = field(default_factory=dict)  # by name
    # The text of `timestamp.txt`, believed or not. It distinguishes one submission from the next,
    # and says nothing about lateness.
    submitted_at: str | None = None
    # The `grading.inputs.result_version` of the nbjudge that wrote it; the result of another one is
    # not taken over.
    version: str | None = None
    # The time of submission that grading stored in the gradebook (`stored_results.time_text`).
    timestamp: str | None = None
    # Those of `reasons` that are about the submission's files, known before anything ran.
    file_reasons: list[str] = field(default_factory=list)

    @property
    def needs_attention(self) -> bool:
        return self.status == "needs-attention"

    @property
    def notes(self) -> list[str]:
        """The notes on its notebooks that nobody has to act on."""
        return [line for name in self.notebooks for line in self.notes_on(name)]

    def notes_on(self, notebook: str) -> list[str]:
        """Return the notes on one notebook that nobody has to act on."""
        record = self.notebooks.get(notebook, NotebookRecord())
        reason = record.reason or ""
        return [line for line in record.notes if line not in reason]

    def reasons_for(self, notebook: str) -> list[str]:
        """Return the reasons that are about one notebook, or about the whole submission."""
        others = [record.reason for name, record in self.notebooks.items() if name != notebook]
        return [reason for reason in self.reasons if reason not in others]

    def anonymous_reasons(self, notebook: str) -> list[str]:
        """Return what is said of one notebook without a word that its student has chosen."""
        noted = self.notebooks.get(notebook, NotebookRecord())
        return [UNREADABLE, *noted.run_reasons] if noted.blank else noted.run_reasons

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Record":
        """Make a record from a JSON object, in which a malformed field counts as missing."""
        status: Status = "graded"
        if data.get("status") == "needs-attention":
            status = "needs-attention"
        digest = data.get("digest")
        entries = data.get("notebooks")
        submitted_at = data.get("submitted_at")
        version = data.get("version")
        timestamp = data.get("timestamp")
        notebooks = {
            one_line(name): NotebookRecord.from_json(entry)
            for name, entry in (entries.items() if isinstance(entries, dict) else ())
            if isinstance(entry, dict)
        }
        reasons = _lines(data.get("reasons"))
        return cls(
            status=status,
            reasons=reasons or [f"{name}: {n.reason}" for name, n in notebooks.items() if n.reason],
            measured=Measured.from_json(data.get("measured")),
            digest=digest if isinstance(digest, str) else None,
            notebooks=notebooks,
            submitted_at=one_line(submitted_at) if isinstance(submitted_at, str) else None,
            version=version if isinstance(version, str) else None,
            timestamp=timestamp if isinstance(timestamp, str) else None,
            file_reasons=_lines(data.get("file_reasons")),
        )


def read_record(folder: Path) -> Record | None:
    """Read the record in a submission's autograded folder; return None if it cannot be read."""
    data = read_json(folder / RECORD)
    return None if data is None else Record.from_json(data)


def write_record(record: Record) -> bytes:
    """Return the content of the file that holds a record."""
    return (json.dumps(asdict(record), indent=1, sort_keys=True) + "\n").encode()


def _lines(value: object) -> list[str]:
    return [one_line(str(line)) for line in value] if isinstance(value, list) else []
