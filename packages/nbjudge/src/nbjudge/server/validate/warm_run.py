"""Run of a student's own notebook in forks of a fork server, for the Validate button.

Everything for which `validate` needs Linux is imported here.
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

from nbisolate import Cancel, Cell, ForkServer, Limits, Outline, SandboxError, Stop, run_notebook
from nbisolate.cells import installed_imports, read_cell, read_given

from ...gradebook.source_notebooks import is_test, tags_of
from ...runner import NBJUDGE
from ...tags import WITH_ALL_TESTS
from .verdict import NOT_RUN, SECONDS, STOPPED, VALIDATING, RunCancelledError

# The number of processes is practically unlimited, because RLIMIT_NPROC counts all processes of the
# user and not only the notebook's. The machine limits what its user may use.
LIMITS = Limits(cell_seconds=SECONDS, notebook_seconds=2 * SECONDS, processes=2**20, disk_mb=2**14)
SURROUNDINGS = ("HOME", "LANG", "LOGNAME", "PATH", "TMPDIR", "USER")


def run_warm(
    nb: NotebookNode, folder: Path, forkserver: "SharedForkServer", cancel: Cancel
) -> None:
    """Run a notebook as grading does, with the checks in a process of their own.

    The outputs of the notebook's cells are replaced. Raise `RunCancelledError` if another thread
    cancelled the run by `cancel`, and `SandboxError` if no fork server can be started.
    """
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    forkserver.get_ready(installed_imports((cell.source for cell in code), folder), folder)
    surroundings = {name: os.environ[name] for name in SURROUNDINGS if name in os.environ}
    try:
        run = run_notebook(
            cells=[_cell(cell) for cell in code],
            outline=_outline(code),
            support=folder,
            work=folder,
            limits=LIMITS,
            sandboxed=False,
            forkserver=forkserver,
            environment=surroundings | VALIDATING,
            cancel=cancel,
            with_all_tests=any(WITH_ALL_TESTS in tags_of(cell) for cell in code if is_test(cell)),
        )
    except SandboxError:
        # The fork server has ended, or took too long to import. Discard it, so that the next run
        # starts a new one.
        forkserver.close()
        if not cancel.asked:
            raise
    if cancel.asked:
        raise RunCancelledError
    # A cell that took too long keeps its own error. A later check ends with "Stopped" only because
    # the process that it tests is gone, and is therefore reported as not run.
    stopped = False
    for cell, cell_run in zip(code, run.cells, strict=True):
        for output in cell_run.outputs:
            if output.get("ename") == "Stopped" and cell_run.stop is Stop.TIME:
                output["evalue"] = STOPPED
            elif output.get("ename") == "Stopped" and cell_run.stop is None and stopped:
                output["ename"] = "NotRun"
                output["evalue"] = NOT_RUN
        stopped = stopped or cell_run.stop is not None
        cell.outputs = [nbformat.from_dict(output) for output in cell_run.outputs]


def _outline(code: Sequence[NotebookNode]) -> Outline:
    """Return the imports and the names that the code cells of the student's notebook bind."""
    given = read_given(
        ((cell.source, is_solution(cell)) for cell in code if not is_test(cell)), handed_in=True
    )
    order = [read_cell(cell.source, cell.source if is_test(cell) else None) for cell in code]
    return Outline(given, order)


class SharedForkServer(ForkServer):
    """Fork server that several threads share, and that imports what their notebooks import.

    It always imports the modules in `always`.
    """

    def __init__(self, always: Iterable[str]) -> None:
        self.always = tuple(always)
        self.lock = threading.RLock()
        super().__init__(self.always, application=NBJUDGE)

    def get_ready(self, names: Sequence[str], folder: Path) -> None:
        """Make the fork server import modules, before a notebook in a folder is run.

        If it has imported a module of the same name as a file in that folder, it is restarted: a
        fork would find the imported module, where the notebook means the file.
        """
        with self.lock:
            if self.socket is None:
                self.preload = self.always
            if self.shadows(folder):
                self.close()
                self.preload = ()
            imported = self.preload or ()
            # One request for all modules: each one ends with steps that take 0.4 s of a core.
            new = [name for name in names if name not in imported]
            if new or self.socket is None:
                self.load([*imported, *new])
            self.start()  # if it was ended from outside

    def lend(self) -> tuple[socket.socket, tuple[str, ...]] | None:
        """Lend the fork server to a command that grades; start it if there is none yet.

        Return a copy of its socket, and the modules that it has imported. Return None if it has
        imported more than the course's modules for some notebook: grading needs a process with
        exactly these.
        """
        with self.lock:
            if self.socket is not None and self.preload != self.always:
                return None
            self.preload = self.always
            return self.start().dup(), self.always

    def close(self) -> None:
        """End the fork server; the next one forgets what notebooks have imported."""
        with self.lock:
            super().close()

    def fork(self, *arguments: Any) -> None:
        with self.lock:  # a fork may have to start the fork server first, and only one may do so
            super().fork(*arguments)


def _cell(cell: NotebookNode) -> Cell:
    if not is_test(cell):
        return Cell(cell.source)
    return Cell(cell.source, "in-process" if tags_of(cell) else "test")
