"""What the button Validate does: run a student's own notebook, and say how its shown checks go.

nbgrader's `Validator` starts a kernel, and its handler waits for it while the whole Jupyter server
stands still. None of its traits changes that, so `nbjudge.server.validate` answers the same route
from a thread. Here is what the thread does. The notebook is run as it is in grading, with the
checks in a process of their own, by forks of a warm process; without a sandbox, as this is the
student's own code on the student's own machine. Processes of that kind need Linux. Elsewhere a
Jupyter kernel runs the notebook, in a few seconds.

Entry point: `validate`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbformat import NotebookNode
from nbgrader.preprocessors import CheckCellMetadata

from ...processes.cancel import Cancel
from .kernel import run_in_jupyter
from .look import answered_by, judge, look_at
from .verdict import Verdict

if TYPE_CHECKING:
    from .warm_run import SharedNursery


def validate(path: Path, nursery: "SharedNursery | None", cancel: Cancel) -> Verdict:
    """Run the notebook at `path` in its folder, and judge the checks that it shows.

    Nothing is written to the notebook. It may be called from a thread: neither the working folder
    nor the environment of this process are touched.

    Parameters
    ----------
    path
        The notebook of a student.
    nursery
        A warm process, which is started if it is not there; None runs a Jupyter kernel.
    cancel
        By which another thread ends the run.

    Raises
    ------
    Cancelled
        The run was ended by `cancel`.
    SandboxError
        There is no warm process, and none can be started.
    OSError
        If the file cannot be read.
    ValueError
        If it is no notebook, or its metadata are not nbgrader's of today (with a sentence).
    """
    try:
        nb = nbformat.read(path, as_version=4)
    except nbformat.reader.NotJSONError as error:
        raise ValueError(f"{path.name} is not a notebook that can be read.") from error
    CheckCellMetadata().preprocess(nb, {})
    verdict = Verdict()
    for number, cell in enumerate(nb.cells):
        look_at(cell, number, verdict)
    if verdict.type_changed or verdict.changed:
        return verdict
    run_cells(nb, path.parent, nursery, cancel)
    about = answered_by(nb.cells)
    for number, cell in enumerate(nb.cells):
        judge(cell, number, about.get(number), verdict)
    return verdict


def run_cells(
    nb: NotebookNode, folder: Path, nursery: "SharedNursery | None", cancel: Cancel
) -> None:
    """Run the cells of `nb` in `folder`, and put their outputs in."""
    if nursery is None:
        run_in_jupyter(nb, folder, cancel)
    else:
        from .warm_run import run_warm  # needs Linux

        run_warm(nb, folder, nursery, cancel)
