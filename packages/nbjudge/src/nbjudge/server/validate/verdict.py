"""Results of the shown checks of a student's own notebook, for the Validate button."""

from dataclasses import dataclass, field
from typing import Any

from nbconvert.filters import ansi2html

from ...result.notebook_result import NotebookResult

SECONDS = 10  # the time limit of a cell (wall time); it is short because a student waits
STOPPED = f"Stopped, because it took longer than {SECONDS} seconds. Is there an infinite loop?"
NOT_RUN = "This cell was not run, because the run stopped at an earlier cell."
IN_A_KERNEL = (
    "The checks ran in your notebook's kernel. Grading uses another process, so its results may "
    "differ."
)
VALIDATING = {"NBGRADER_VALIDATING": "1", "NBGRADER_EXECUTION": "validate"}


class RunCancelledError(Exception):
    """Error for a run that another thread has cancelled."""


@dataclass(frozen=True)
class TypeChange:
    """Cell whose type is not the released one."""

    source: str
    old_type: str
    new_type: str


@dataclass(frozen=True)
class Failure:
    """Shown check that does not pass; `error` is the whole error with ANSI colors."""

    source: str
    error: str


@dataclass
class Verdict:
    """Results of the checks of a notebook.

    `result` is what the student sees. `failed` has an entry for each shown check that does not
    pass, `changed` the source of each locked cell that the student has changed, and `type_changed`
    an entry for each cell whose type is not the released one; if there is any, nothing is run.
    """

    result: NotebookResult = field(default_factory=NotebookResult)
    failed: list[Failure] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    type_changed: list[TypeChange] = field(default_factory=list)

    @property
    def was_run(self) -> bool:
        """False if cells differ from the release, so that nothing was run."""
        return not (self.type_changed or self.changed)

    def for_clients(self) -> dict[str, Any]:
        """Return the reply in nbgrader's format.

        nbjudge's button does not read it: the route is nbgrader's, and a client that was written
        for it reads nothing else. As in nbgrader's reply, at most one of the keys is there.
        """
        if self.type_changed:
            return {
                "type_changed": [
                    {"source": cell.source, "old_type": cell.old_type, "new_type": cell.new_type}
                    for cell in self.type_changed
                ]
            }
        if self.changed:
            return {"changed": [{"source": source} for source in self.changed]}
        if self.failed:
            return {
                "failed": [
                    {
                        "source": failure.source,
                        "error": ansi2html(failure.error),
                        "raw_error": failure.error,
                    }
                    for failure in self.failed
                ]
            }
        return {}
