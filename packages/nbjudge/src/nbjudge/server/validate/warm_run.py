"""Run a student's own notebook by forks of a warm process, for the button Validate.

All that `validate` needs of Linux is imported here.
"""

import os
import socket
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from ...border.channel import ChannelClosed
from ...border.messages import CellNames, Kind, Outline
from ...border.outputs import SUBMISSION
from ...course.cell_kinds import TAG, is_test
from ...course.preload import installed_imports, lies_beside
from ...errors import SandboxError
from ...processes.cancel import Cancel, Cancelled
from ...processes.cell_names import bound_names, read_given
from ...processes.engine import Cell, run_notebook
from ...processes.nursery import Nursery
from ...result import Stop
from ...sandbox.limits import Limits
from .verdict import SECONDS, STOPPED, VALIDATING

# What this user may use at all is bound by the machine; RLIMIT_NPROC would count all processes of
# the user, and not those of the notebook only.
LIMITS = Limits(cell_seconds=SECONDS, notebook_seconds=2 * SECONDS, processes=2**20, disk_mb=2**14)
SURROUNDINGS = ("HOME", "LANG", "LOGNAME", "PATH", "TMPDIR", "USER")


def run_warm(nb: NotebookNode, folder: Path, nursery: "SharedNursery", cancel: Cancel) -> None:
    """Run a notebook as grading does, with the checks in a process of their own.

    What it raises is told of `nbjudge.server.validate.how.validate`.
    """
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    nursery.get_ready(installed_imports((cell.source for cell in code), folder), folder)
    surroundings = {name: os.environ[name] for name in SURROUNDINGS if name in os.environ}
    try:
        run = run_notebook(
            cells=[Cell(cell.source, _kind(cell)) for cell in code],
            outline=_outline(code),
            support=folder,
            work=folder,
            limits=LIMITS,
            sandboxed=False,
            nursery=nursery,
            environment=surroundings | VALIDATING,
            cancel=cancel,
        )
    except ChannelClosed:
        if not cancel.asked:
            raise
    except SandboxError:
        # The warm process has ended, or was imported into for too long: the next one is a new one.
        nursery.close()
        if not cancel.asked:
            raise
    if cancel.asked:
        raise Cancelled
    stopped = False
    for cell, outputs, stop in zip(code, run.outputs, run.stops, strict=True):
        for output in outputs:
            output.pop(SUBMISSION, None)
            if output.get("ename") == "Stopped" and stop is Stop.TIME:
                output["evalue"] = STOPPED
            elif output.get("ename") == "Stopped" and stop is None and stopped:
                output["ename"] = "NotRun"  # a check of what an earlier cell has ended
        stopped = stopped or stop is not None
        cell.outputs = [nbformat.from_dict(output) for output in outputs]


def _outline(code: Sequence[NotebookNode]) -> Outline:
    """What the code cells of the student's notebook say of its names."""
    given = read_given(
        ((cell.source, is_solution(cell)) for cell in code if not is_test(cell)), handed_in=True
    )
    order = [
        CellNames(sorted(bound_names(cell.source)), cell.source if is_test(cell) else None)
        for cell in code
    ]
    return Outline(given, order)


class SharedNursery(Nursery):
    """A warm process that several threads ask, and that learns what notebooks import.

    Parameters
    ----------
    always
        Names of the modules that it imports in any case.
    """

    def __init__(self, always: Iterable[str]) -> None:
        self.always = tuple(always)
        self.lock = threading.RLock()
        super().__init__(self.always)

    def get_ready(self, names: Sequence[str], folder: Path) -> None:
        """Have the warm process import modules, before a notebook in a folder is run.

        It is started anew where it has imported one that is another module in that folder.
        """
        with self.lock:
            imported = self.preload or ()
            if any(lies_beside(name, folder) for name in imported):
                self.close()
                imported = ()
            self.start()
            if new := [name for name in names if name not in imported]:
                self.load([*imported, *new])

    def lend(self) -> tuple[socket.socket, tuple[str, ...]] | None:
        """Start the warm process, if there is none yet, for a command that grades.

        Returns
        -------
        A copy of its socket, and the modules that it has imported. None if a notebook has had it
        import others than those of the course: grading forks from a process with exactly these.
        """
        with self.lock:
            if self.preload != self.always:
                return None
            return self.start().dup(), self.always

    def close(self) -> None:
        """End the warm process; the next one imports what is always imported."""
        with self.lock:
            super().close()
            self.preload = self.always

    def _fork(self, *arguments: Any) -> None:
        with self.lock:  # it may find that it has to start the warm process
            super()._fork(*arguments)


def _kind(cell: NotebookNode) -> Kind:
    if not is_test(cell):
        return "student"
    return "shared" if TAG in cell.metadata.get("tags", []) else "test"
