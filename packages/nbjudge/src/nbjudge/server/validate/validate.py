"""Validation of a student's own notebook: run it, and judge the checks that it shows.

nbgrader's `Validator` starts a kernel, and its handler waits for it while the whole Jupyter server
is blocked. None of its traits changes that, so `nbjudge.server.validate` answers the same route
from a thread. This module is what the thread runs. The notebook is run as in grading, with the
checks in a process of their own, in forks of a fork server. There is no sandbox, because this is
the student's own code on the student's own machine. Fork servers need Linux. On other systems a
Jupyter kernel runs the notebook, which takes a few seconds.

Entry point: `validate`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from nbgrader.preprocessors import CheckCellMetadata

from nbisolate import Cancel

from .inspection import judge, look_at
from .kernel import run_in_jupyter
from .verdict import IN_A_KERNEL, Verdict

if TYPE_CHECKING:
    from .warm_run import SharedForkServer

NOTHING_RUN = "Nothing was run, because cells are different from the released version."
NO_CHECKS = "This notebook shows no checks; all its cells run."


def validate(path: Path, forkserver: "SharedForkServer | None", cancel: Cancel) -> Verdict:
    """Run the notebook at `path` in its folder, and judge the checks that it shows.

    The notebook file is not changed. The function is safe to call from a thread: it changes neither
    the working folder nor the environment of this process. If a locked cell was changed, nothing is
    run. The fork server is started if needed; if `forkserver` is None, a Jupyter kernel runs
    instead.

    Raise `RunCancelledError` if another thread cancelled the run by `cancel`, `SandboxError` if no
    fork server can be started, OSError if the file cannot be read, and ValueError, with a sentence
    for the student, if it is not a notebook or has nbgrader's metadata of another version.
    """
    try:
        nb = nbformat.read(path, as_version=4)
    except nbformat.reader.NotJSONError as error:
        raise ValueError(f"{path.name} cannot be read as a notebook.") from error
    CheckCellMetadata().preprocess(nb, {})
    verdict = Verdict()
    look_at(nb.cells, verdict)
    if not verdict.was_run:
        verdict.result.sentences.append(NOTHING_RUN)
        return verdict
    if forkserver is None:
        run_in_jupyter(nb, path.parent, cancel)
        verdict.result.sentences.append(IN_A_KERNEL)
    else:
        from .warm_run import run_warm  # needs Linux

        run_warm(nb, path.parent, forkserver, cancel)
    judge(nb.cells, verdict)
    if not verdict.result.parts:
        verdict.result.sentences.append(NO_CHECKS)
    return verdict
