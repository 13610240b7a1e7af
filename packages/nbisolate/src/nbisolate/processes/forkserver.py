"""The grader's side of the fork server, which starts it and asks it to fork.

A fork of the fork server runs a student's code, and can read all that the fork server ever held.
So it is a clean interpreter: ``python -I``, a bare environment, no memory of the grader's.
``multiprocessing``'s forkserver would inherit the grader's environment and import the grader's
``__main__``.
"""

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from ..application import Application
from ..errors import SandboxError
from ..sandbox import bubblewrap, cgroups, seccomp
from ..sandbox.limits import Limits
from . import preload as preloading
from .instructor_imports import compile_modules
from .name_analysis import read_test
from .temporary import temporary_folder

MAIN = "nbisolate.processes.forkserver_main"  # the program
NO_APPLICATION = Application()
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "TMPDIR": "/tmp",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",  # as a kernel has it
    # ``torch.compile`` takes longer than a cell may, and functions compute the same without it.
    "TORCHDYNAMO_DISABLE": "1",
}

PROFILE = "nbisolate-ipython-"  # begins the name of its home, the folder of IPython's profile


@dataclass(frozen=True)
class ProcessSetup:
    """The setup of a process of a notebook: sandbox, folder, limits and environment.

    The student's process is bound by all limits, and the judge only by the one on memory, because a
    submission's replies take memory in the judge too. Without a sandbox (`box` is None), the
    process works in `workdir`, which is its home. `environment` is added to that of the fork
    server. `application` is that of the fork server.
    """

    limits: Limits
    box: bubblewrap.Sandbox | None
    workdir: str | os.PathLike[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    application: Application = field(default_factory=Application)

    def request(self) -> dict[str, Any]:
        """Return the setup as a request to the fork server; wait until the sandbox is built."""
        home = bubblewrap.HOME if self.box else str(self.workdir)
        told = {"limits": asdict(self.limits), "environment": {"HOME": home, **self.environment}}
        if self.box is None:
            return {**told, "workdir": str(self.workdir)}
        return {**told, "pid": self.box.pid, "uid": self.box.uid}


class ForkServer:
    """The fork server, which is started when it is first needed, and again if it dies.

    `preload` has the modules to import before the first fork. One that is not installed is skipped,
    because the notebook that imports it shows the error. None means that they are not known yet:
    call `load` after the start. `shared` is the `socket` of a fork server, with the same modules
    and the same application, that another process has started. `application` runs the notebooks.

    `socket` (for requests) is None before the start. `process` (the fork server) and `profile`
    (its home, with IPython's profile) are None if this object has started no fork server. If this
    process is killed, the next one removes the folder.

    `usual_modules` are those that it imports while `preload` is not known.
    """

    usual_modules: ClassVar[tuple[str, ...]] = ("numpy",)

    def __init__(
        self,
        preload: Iterable[str] | None = (),
        shared: socket.socket | None = None,
        application: Application = NO_APPLICATION,
    ) -> None:
        self.preload = None if preload is None else tuple(preload)
        self.application = application
        self.socket = shared
        self.process: subprocess.Popen[bytes] | None = None
        self.profile: str | None = None
        self._held = contextlib.ExitStack()  # that folder and its lock

    def start(self) -> socket.socket:
        """Start the fork server, if there is none yet, or if it was ended from outside.

        Return the socket for requests, which queues them while the fork server imports modules.
        """
        if self.socket is not None and not _hung_up(self.socket):
            return self.socket
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        home = self.profile = self._held.enter_context(temporary_folder(PROFILE))
        path = os.pathsep.join([os.path.join(sys.prefix, "bin"), ENVIRONMENT["PATH"]])
        program = [sys.executable, "-I", "-m", MAIN]
        before = cgroups.launcher()
        manager = cgroups.manager_environment() if before else {}
        with theirs:
            self.process = subprocess.Popen(
                [*before, *program, str(theirs.fileno()), self.application.to_json()],
                # Modules may read and write at home, and there is no sandbox yet.
                env=ENVIRONMENT | {"HOME": home, "IPYTHONDIR": home, "PATH": path} | manager,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        self.socket = ours
        # If the modules are not known yet, begin with the usual ones, to save the time.
        self._import(self.usual_modules if self.preload is None else self.preload)
        return ours

    def load(self, preload: Iterable[str]) -> None:
        """Make the fork server import these modules; start it if there is none yet."""
        self.preload = tuple(preload)
        if self.socket is None:
            self.start()
        else:
            self._import(self.preload)

    def ready_for(self, preload: Iterable[str]) -> None:
        """Make sure that the fork server has exactly these modules: start or replace it."""
        wanted = tuple(preload)
        if self.preload is None:
            self.load(wanted)
        elif self.preload != wanted:
            self.close()
            self.preload = wanted
        self.start()

    def _import(self, modules: Sequence[str]) -> None:
        message = json.dumps({"role": "import", "modules": modules}).encode()
        # If it has ended, the next fork starts another one with these modules.
        with contextlib.suppress(ConnectionError):
            if self.socket is not None:
                self.socket.send(message)

    def fork(self, role: str, sockets: Sequence[socket.socket], place: ProcessSetup) -> None:
        """Fork a process of a notebook, with the role "student" or "judge".

        `sockets` are the ends that it and its supervisor use (see `supervisor.guard`). For a
        student's process, both are connected to the judge: first its own, then its supervisor's.
        For a judge, they are connected to the grader, which sends the job, to the student's
        process, to that process's supervisor, and last, for the judge's own supervisor, to the
        grader.

        Raise `SandboxError` if there is no fork server, and none can be started.
        """
        message = json.dumps({"role": role, **place.request()}).encode()
        # The fork writes its errors to this process's stderr. The fork server may have been
        # started by another one, such as the Jupyter server, with a terminal or log of its own.
        descriptors = [*(end.fileno() for end in sockets), 2]
        try:
            try:
                socket.send_fds(self.start(), [message], descriptors)
            except ConnectionError:  # it ended after `start` had looked: try a new one, once
                socket.send_fds(self.start(), [message], descriptors)
        except OSError as error:
            raise SandboxError(
                f"the process that notebooks are forked from has ended ({error}). "
                "See the messages above"
            ) from error

    def close(self) -> None:
        """End the fork server if this object started it. Its forks go on."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        self._held.close()
        self.profile = None

    def prepare(self, tests: Iterable[str], support: Path, *, sandboxed: bool) -> None:
        """Do once what `run_notebook` otherwise does for each notebook.

        Call it in a process that is then forked into workers, or that runs many notebooks. The fork
        server is not started.

        Parameters
        ----------
        tests
            The sources of all test cells. Their analysis is cached in this process.
        support
            The folder of the instructor's files. Its modules are compiled, and the bytecode is
            stored next to them.
        sandboxed
            Whether the notebooks run in sandboxes.

        Raises
        ------
        SandboxError
            If sandboxes cannot be built on this machine.
        """
        for source in tests:
            read_test(source)
        compile_modules(support)
        if sandboxed:
            self.application.python_folders  # noqa: B018
            seccomp.program()

    def modules_to_preload(self, sources: Iterable[str], folder: Path) -> list[str]:
        """Return the modules to import once for all notebooks whose cells are `sources`.

        They are the installed modules that the cells import, in their order, without the standard
        library and the application's package. `folder` is that of the notebooks: modules in it are
        the instructor's helpers, not installed.
        """
        return preloading.modules_to_preload(sources, folder, self.application)

    def shadows(self, folder: Path) -> bool:
        """Return True if a notebook in a folder would find an imported module instead of its file.

        Then the fork server has imported a module of the same name as a file in the folder.
        """
        return any(preloading.lies_beside(name, folder) for name in self.preload or ())

    @staticmethod
    def can_import(module: str) -> bool:
        """Return True if a fork server could import a module; it is only looked for."""
        return preloading.is_importable(module)

    @staticmethod
    def no_control_groups() -> str | None:
        """Return a sentence on why notebooks have no control groups here; None if they have.

        The sentence has no full stop. Limits on memory and processor time are then less exact.
        """
        return cgroups.unavailable()


def _hung_up(end: socket.socket) -> bool:
    """Return True if the other end of a socket is closed."""
    look = select.poll()
    look.register(end, 0)
    return bool(look.poll(0))
