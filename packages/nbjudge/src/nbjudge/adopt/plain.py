"""Execution by plain nbgrader, with which `nbjudge check` compares nbjudge's.

It is nbgrader's `Execute` and gives the same points, except to a cell that writes to stderr: as in
nbjudge, that costs no points. In addition it reports progress, ends a cell for which the course
sets no time limit, and soon one that would only run until its limit, and hides the kernel's
messages at start-up.
"""

import sys
import tempfile
from typing import Any

from jupyter_client.kernelspec import NoSuchKernel
from jupyter_client.manager import AsyncKernelManager
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from traitlets import List, Unicode
from traitlets.config import Config

STARTS = 3  # of a kernel, until it answers
ENDLESS = 240  # seconds of a cell, if the course sets no limit
INTERRUPTED = 2  # seconds of a cell that never ends by itself


class PlainExecute(Execute):
    """nbgrader's `Execute`, with a time limit in any case."""

    interrupted = List(
        Unicode(),
        help="The sources of cells that nbjudge has interrupted, and which run only shortly.",
    ).tag(config=True)

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Run a notebook."""
        ids = resources["nbgrader"]
        print(f"  {ids['notebook']}: {ids['student']}", file=sys.stderr, flush=True)
        if (self.timeout or 0) <= 0:
            self.set_trait("timeout", ENDLESS)
        self.timeout_func = self._seconds_for
        # A third of a kernel's processor time is its orderly end, which changes no output.
        self.shutdown_kernel = "immediate"
        self.began = False
        for left in reversed(range(STARTS)):
            with tempfile.TemporaryFile() as self.said:
                try:
                    super().preprocess(nb, resources)
                except RuntimeError:
                    # Jupyter chooses free ports for a kernel, and on a busy machine another process
                    # may take one of them before the kernel does.
                    if self.began or not left:
                        raise
                    continue
                except NoSuchKernel:  # the finding of `look_at_plain_nbgrader` says so
                    pass
            break
        return nb, resources

    def _seconds_for(self, cell: NotebookNode) -> int:
        limit = int(self.timeout or ENDLESS)
        return min(limit, INTERRUPTED) if cell.source in self.interrupted else limit

    def start_new_kernel(self, **kwargs: Any) -> None:
        """Start a kernel with its stderr in a file, so that its warnings are not printed."""
        super().start_new_kernel(stderr=self.said, **kwargs)

    def start_new_kernel_client(self) -> Any:
        """Wait until the kernel answers.

        Raise RuntimeError if it ends before; the message ends with the last line it wrote to
        stderr.
        """
        try:
            return super().start_new_kernel_client()
        except RuntimeError as error:
            self.said.seek(0)
            words = self.said.read().decode(errors="replace").split("\n")
            last = next((line for line in reversed(words) if line.strip()), "")
            raise RuntimeError(f"{error}: {last}") from error

    def preprocess_cell(
        self, cell: NotebookNode, resources: dict[str, Any], index: int
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Run a cell, and keep what it wrote to stderr from costing points."""
        self.began = True
        result: tuple[NotebookNode, dict[str, Any]] = super().preprocess_cell(
            cell, resources, index
        )
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                output.name = "stdout"
        return result


def missing_kernel(notebook: NotebookNode, config: Config) -> str | None:
    """Return the name of the kernel that `Execute` needs if it is missing; None if it is there."""
    named = notebook.metadata.get("kernelspec", {}).get("name", "python3")
    kernel = str(Execute(config=config).kernel_name or named)
    # Ask the manager, not the list of kernel specs: it also takes "python", for its own kernel.
    try:
        AsyncKernelManager(kernel_name=kernel, config=config).kernel_spec  # noqa: B018
    except NoSuchKernel:
        return kernel
    return None
