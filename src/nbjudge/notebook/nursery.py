"""The grader's side of the warm process: start it, and ask it to fork.

What it is forked into is a student's process, so it is a clean interpreter (``python -I``, a bare
environment, no memory of the grader's): ``multiprocessing``'s forkserver would inherit the
grader's environment and import the grader's ``__main__``.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile

from ..sandbox import bubblewrap

WARM = "nbjudge.notebook.warm"  # the program
PRELOAD = ("torch", "graphviz")  # where the course does not say what to import
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": bubblewrap.HOME,
    "TMPDIR": "/tmp",
}


class Nursery:
    """A warm process to fork from. It is started when it is first needed, and again if it dies.

    Args:
        preload: names of the modules to import before the first fork; one that is not installed
            is passed over, as the notebook that imports it will say so.
        shared: the ``socket`` of a nursery of the same modules that another process has started.
    """

    def __init__(self, preload=(), shared=None):
        self.preload = tuple(preload)
        self.socket = shared
        self.process = None

    def start(self):
        """Start the warm process, if there is none yet; it takes in requests while it imports."""
        if self.socket is None:
            self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self.folder = tempfile.TemporaryDirectory(prefix="nbjudge-")
            path = os.pathsep.join([os.path.join(sys.prefix, "bin"), ENVIRONMENT["PATH"]])
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-m", WARM, str(theirs.fileno()), *self.preload],
                env=ENVIRONMENT | {"PATH": path, "IPYTHONDIR": self.folder.name},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
            theirs.close()

    def fork_student(self, link, monitor, limits, box=None, workdir=None):
        """Fork a process that serves a student's notebook over ``link``.

        Args:
            link: a socket to the judge.
            monitor: a socket on which the process's pidfd, and at its end its status, arrive.
            limits: the `Limits` it binds itself to.
            box: the `Sandbox` it enters, or None for no sandbox.
            workdir: without a sandbox, the folder it works in.
        """
        place = {"pid": box.pid, "uid": box.uid} if box else {"workdir": str(workdir)}
        self._fork({"role": "student", "limits": limits.asdict(), **place}, link, monitor)

    def fork_judge(self, control, link, monitor, workdir):
        """Fork a process that judges one notebook; the job comes over ``control``."""
        self._fork({"role": "judge", "workdir": str(workdir)}, control, link, monitor)

    def _fork(self, request, *sockets):
        message, descriptors = json.dumps(request).encode(), [end.fileno() for end in sockets]
        self.start()
        try:
            socket.send_fds(self.socket, [message], descriptors)
        except ConnectionError:
            self.close()
            self.start()
            socket.send_fds(self.socket, [message], descriptors)

    def close(self):
        """End the warm process if it is this object's own; what was forked from it goes on."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.folder.cleanup()
