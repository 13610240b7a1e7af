"""Runs of Validate: several notebooks at a time, each of which can be cancelled.

Entry point: `Validating`.
"""

import asyncio
import contextlib
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError

from nbisolate import Cancel, SandboxError

from ...result.notebook_result import NotebookResult
from .dialog import dialog_of
from .last_results import note_result, progress_of
from .validate import validate
from .verdict import RunCancelledError
from .warm_imports import is_submitted, modules_to_warm

if TYPE_CHECKING:
    from .warm_run import SharedForkServer

AT_A_TIME = 4  # notebooks that run at a time; the next one waits
RESTS_AFTER = 900  # after so many seconds without a notebook, the fork server ends
SUBMITTED = (
    "Not run, because a student submitted this notebook: Validate has no sandbox, so its code "
    "could do whatever you can. To run its checks, press Autograde in formgrader."
)


class Validating:
    """Threads that run notebooks, in a fork server if the system has one.

    Its methods are called in the event loop of the server. If `forkserver` is None, Jupyter kernels
    run them. The file of last results is in `root`, the server's folder. `coursedir` is the course
    that the server finds, which may be a teacher's. If nobody opens or
    validates a notebook for `idle` seconds, the fork server ends, and the next notebook starts it
    again.
    """

    def __init__(
        self,
        forkserver: "SharedForkServer | None",
        root: Path,
        idle: float = RESTS_AFTER,
        coursedir: CourseDirectory | None = None,
    ):
        self.coursedir = coursedir or CourseDirectory(root=str(root))
        self.forkserver = forkserver
        self.root = root.resolve()
        self.idle = idle
        self.threads = ThreadPoolExecutor(AT_A_TIME, "validate")
        self.runs: dict[Path, list[Cancel]] = {}
        self.rest: asyncio.TimerHandle | None = None

    async def warm(self, path: Path) -> None:
        """Make the fork server import what the notebook at `path` imports, before Validate."""
        if self.forkserver is not None:
            self._put_off_rest()
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(
                self.threads, self._warm, path, self.forkserver, self.coursedir
            )

    async def lend(self) -> tuple[socket.socket, tuple[str, ...]] | None:
        """Lend the fork server to a command that grades; return None if there is none to lend.

        See `SharedForkServer.lend`.
        """
        if self.forkserver is None:
            return None
        self._put_off_rest()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, self.forkserver.lend)

    async def validate(self, path: Path) -> dict[str, Any]:
        """Run a notebook, and return the reply to the page.

        `success` is True if it was run; then `value` is the result of `Verdict.for_clients`.
        Otherwise, `value` is a sentence for the student. `nbjudge` is what the button shows, see
        `dialog_of`. `cancelled` is True if the run was cancelled, else missing. A submission in a
        teacher's course is not run, because here is no sandbox.
        """
        if is_submitted(path, self.coursedir):
            return _not_run(path, SUBMITTED)
        cancel = Cancel()
        self.runs.setdefault(path, []).append(cancel)
        try:
            loop = asyncio.get_running_loop()
            verdict = await loop.run_in_executor(
                self.threads, validate, path, self.forkserver, cancel
            )
        except RunCancelledError:
            return {"success": False, "value": "Validate was cancelled.", "cancelled": True}
        except FileNotFoundError:
            sentence = f"{path.name} no longer exists. Was it renamed, moved or deleted?"
        except SchemaTooOldError:
            sentence = f"{path.name} is from an older nbgrader. Run nbgrader update {path.name}"
        except SchemaTooNewError:
            sentence = f"{path.name} is from a newer nbgrader than yours. Update nbgrader."
        except SandboxError:
            sentence = (
                "Python could not be started for this notebook. The terminal in which JupyterLab "
                "was started shows why."
            )
        except (OSError, ValueError) as error:
            sentence = str(error)
        else:
            # A folder that cannot be written keeps no result; the reply is the same.
            with contextlib.suppress(OSError):
                note_result(self.root, path, verdict)
            progress = progress_of(self.root, path.parent)
            dialog = dialog_of(verdict.result, progress, path.stem)
            return {"success": True, "value": verdict.for_clients(), "nbjudge": dialog}
        finally:
            self.runs[path].remove(cancel)
            if not self.runs[path]:
                del self.runs[path]
            self._put_off_rest()
        return _not_run(path, sentence)

    def cancel(self, path: Path) -> None:
        """Cancel the runs of the notebook at `path`, with all processes that its cells started."""
        for run in self.runs.get(path, ()):
            run.cancel()

    def _put_off_rest(self) -> None:
        if self.rest is not None:
            self.rest.cancel()
        if self.forkserver is not None:
            self.rest = asyncio.get_running_loop().call_later(self.idle, self._rest)

    def _rest(self) -> None:
        if self.runs:
            self._put_off_rest()
        elif self.forkserver is not None:
            self.forkserver.close()

    @staticmethod
    def _warm(path: Path, forkserver: "SharedForkServer", coursedir: CourseDirectory) -> None:
        forkserver.get_ready(modules_to_warm(path, coursedir), path.parent)


def _not_run(path: Path, sentence: str) -> dict[str, Any]:
    """Return the reply for a notebook that was not run, with a sentence on the reason."""
    dialog = dialog_of(NotebookResult(unreadable=sentence), [], path.stem)
    return {"success": False, "value": sentence, "nbjudge": dialog}
