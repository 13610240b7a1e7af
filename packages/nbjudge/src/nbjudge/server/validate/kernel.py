"""Run of a student's own notebook in a Jupyter kernel, for the Validate button on any system."""

import contextlib
import os
from pathlib import Path
from typing import Any

import psutil
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from nbisolate import Cancel
from nbisolate.cells import installed_imports

from .verdict import NOT_RUN, SECONDS, STOPPED, VALIDATING, RunCancelledError

DIED = "Python exited in this cell."
# A large package takes long to import the first time, and this kernel has imported nothing.
IMPORT_SECONDS = 60
STOPPED_IMPORT = (
    f"Stopped, because it took longer than {IMPORT_SECONDS} seconds. Packages take longer to "
    "import the first time: try again. If it is stopped again, look for an infinite loop."
)
MOST_STOPPED = 2  # the run ends with this many cells that took too long


def run_in_jupyter(nb: NotebookNode, folder: Path, cancel: Cancel) -> None:
    """Run a notebook in one Jupyter kernel, checks included, and replace its cells' outputs.

    The run ends early with the second cell that takes too long, or if the kernel dies. The cells
    that were not run then have an error that says so. Raise `RunCancelledError` if another thread
    cancelled the run by `cancel`.
    """
    # Every cell starts with this error, and nbclient clears the outputs of each cell that it runs.
    for cell in nb.cells:
        if cell.cell_type == "code" and cell.source.strip():
            cell.outputs = [_error("NotRun", NOT_RUN)]
    running: list[NotebookNode] = []
    stopped: list[NotebookNode] = []

    def begin(cell: NotebookNode, **_: Any) -> None:
        if cancel.asked:
            raise _StopError
        running[:] = [cell]

    def kill() -> None:
        process = getattr(getattr(client.km, "provisioner", None), "process", None)
        # Without a process the kernel has not started yet, and `begin` ends the run.
        if process is not None:
            _end(process.pid)

    def end(cell: NotebookNode, execute_reply: dict[str, Any], **_: Any) -> None:
        if execute_reply["content"]["ename"] == "Stopped":
            sentence = STOPPED_IMPORT if installed_imports([cell.source], folder) else STOPPED
            cell.outputs = [_error("Stopped", sentence)]
            stopped.append(cell)
            if len(stopped) == MOST_STOPPED:
                raise _StopError

    def seconds_of(cell: NotebookNode) -> int:
        return IMPORT_SECONDS if installed_imports([cell.source], folder) else SECONDS

    client = NotebookClient(
        nb,
        kernel_name="python3",
        timeout_func=seconds_of,
        interrupt_on_timeout=True,
        error_on_timeout={"ename": "Stopped", "evalue": STOPPED, "traceback": []},
        allow_errors=True,
        on_cell_execute=begin,
        on_cell_error=end,
        skip_cells_with_tag="",
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        with cancel.by(kill):
            client.execute(env=os.environ | VALIDATING)
    except DeadKernelError:
        for cell in running:
            cell.outputs = [_error("Ended", DIED)]
    except RuntimeError:
        if not cancel.asked:  # a kernel that is killed before it is ready raises this too
            raise
    except _StopError:
        pass
    if cancel.asked:
        raise RunCancelledError


class _StopError(Exception):
    """Signal that ends a run: it was cancelled, or enough cells have taken too long."""


def _end(kernel: int) -> None:
    """Kill a kernel and all processes that its cells have started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(kernel)
        for each in [process, *process.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()


def _error(name: str, message: str) -> NotebookNode:
    return new_output("error", ename=name, evalue=message, traceback=[message])
