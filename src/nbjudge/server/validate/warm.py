"""Run a student's own notebook by forks of a warm process, for the button Validate.

All that `validate` needs of Linux is imported here.
"""

import os
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_solution

from ...border.messages import Kind
from ...border.outputs import SUBMISSION
from ...course.shared import TAG
from ...processes.engine import Cell, run_notebook
from ...processes.nursery import Nursery
from ...processes.reading import read_given
from ...result import Stop
from ...sandbox.limits import Limits
from .verdict import SECONDS, STOPPED, VALIDATING, is_check

# What this user may use at all is bound by the machine; RLIMIT_NPROC would count all processes of
# the user, and not those of the notebook only.
LIMITS = Limits(cell_seconds=SECONDS, notebook_seconds=2 * SECONDS, processes=2**20, disk_mb=2**14)
SURROUNDINGS = ("HOME", "LANG", "LOGNAME", "PATH", "TMPDIR", "USER")


def run_warm(nb: NotebookNode, folder: Path, nursery: Nursery) -> None:
    """Run a notebook as grading does, with the checks in a process of their own."""
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    surroundings = {name: os.environ[name] for name in SURROUNDINGS if name in os.environ}
    run = run_notebook(
        cells=[Cell(cell.source, _kind(cell)) for cell in code],
        given=read_given(
            ((cell.source, is_solution(cell)) for cell in code if not is_check(cell)),
            handed_in=True,
        ),
        support=folder,
        work=folder,
        limits=LIMITS,
        sandboxed=False,
        nursery=nursery,
        environment=surroundings | VALIDATING,
    )
    for cell, outputs, stop in zip(code, run.outputs, run.stops, strict=True):
        for output in outputs:
            output.pop(SUBMISSION, None)
            if stop is Stop.TIME and output.get("ename") == "Stopped":
                output["evalue"] = STOPPED
        cell.outputs = [nbformat.from_dict(output) for output in outputs]


def _kind(cell: NotebookNode) -> Kind:
    if not is_check(cell):
        return "student"
    return "shared" if TAG in cell.metadata.get("tags", []) else "test"
