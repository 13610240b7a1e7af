"""The fork server: imports IPython and the notebooks' modules once, and forks for every notebook.

This module is a program, which ``forkserver.ForkServer`` starts.
"""

import contextlib
import ctypes
import functools
import gc
import importlib
import json
import os
import signal
import socket
import sys
import traceback
from typing import Any, NoReturn

from .. import application
from ..errors import SandboxError
from ..sandbox import cgroups, seccomp
from ..sandbox.cgroups import Subtree
from ..sandbox.limits import Limits
from . import judge, student, supervisor
from .shell import Shell

# Modules that others import only when they first need them. They are imported here once, and not in
# every fork. The first optimizer of ``torch.optim``, and ``torch.func.grad``, import torch._dynamo,
# which takes half a second or more; the first step of an optimizer imports the monitor (3 ms). An
# array that crosses needs numpy.ma (12 ms), and test cells often import numpy.testing (8 ms):
# together, they took a fifth of the time of a small notebook.
PUT_OFF = {
    "numpy": ["numpy.random", "numpy.ma", "numpy.testing"],
    "torch": ["torch._dynamo", "torch.profiler._cupti_monitor"],
}

MADV_COLLAPSE = 25  # madvise(2); Linux 6.1 and later


def main(descriptor: int, application_json: str) -> None:
    """Serve requests to import or to fork, until the last grader closes its end.

    `descriptor` is that of the socket for requests. The first request names the modules to import.
    A request to fork carries the sockets of the new process, and the grader's stderr.
    `application_json` is the application that runs the notebooks.
    """
    runs = application.Application.from_json(application_json)
    application.use(runs)
    # Before any notebook, whose folder could hold a module of the same name.
    importlib.import_module(runs.package)
    requests = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # collections during imports take time and find next to nothing
    shell = Shell.instance()
    subtree = None
    with contextlib.suppress(cgroups.NoCgroupsError):  # `cgroups.unavailable` says so in the grader
        subtree = cgroups.adopt()
    with contextlib.suppress(SandboxError):  # raised again in a fork, if it has a sandbox
        seccomp.program()  # cached, so that forks need not build the filter
    imported: set[str] | None = None
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, 65536, 8)
        if not message:
            return
        request = json.loads(message)
        if request["role"] == "import":
            modules = set(request["modules"])
            if imported is None or not modules <= imported:
                _import(request["modules"], shell)
                imported = modules.union(imported or ())
            continue
        _reap()
        if os.fork() == 0:
            requests.close()
            # The fork's errors belong on the stderr of the grader that made the request. That of
            # this process can be another one's: `ForkServer` is shared by workers, and lent by the
            # Jupyter server to its commands.
            *ends, stderr = descriptors
            os.dup2(stderr, 2)
            os.close(stderr)
            _become(request, [socket.socket(fileno=fd) for fd in ends], shell, subtree)
        # A copy left here would keep the sockets open after the fork's end, which nobody would
        # then notice.
        for fd in descriptors:
            os.close(fd)


def _import(modules: list[str], shell: Shell) -> None:
    """Import modules, run the steps that are slow the first time, and prepare for being forked."""
    for name in modules:
        # The notebook that imports it shows the error. A program that is no module may exit.
        with contextlib.suppress(Exception, SystemExit):
            importlib.import_module(name)
    for name in PUT_OFF.keys() & sys.modules.keys():
        for further in PUT_OFF[name]:
            with contextlib.suppress(Exception):  # a notebook that needs it shows the error
                importlib.import_module(further)
    if "torch" in sys.modules:
        # A fork has none of its parent's threads, and can wait without end for a pool that is gone.
        # More threads would gain little: the cores are busy with other notebooks.
        sys.modules["torch"].set_num_threads(1)
    # A collection writes to the header of every object that it visits. In a fork, the first write
    # to a page copies it, so a full collection would copy most of the heap. Frozen objects are not
    # visited. The first freeze spares the collection below the modules, which stay anyway; the
    # second adds what the warm-up has left.
    gc.freeze()
    shell.warm_up()
    gc.collect()
    gc.freeze()
    gc.enable()
    _join_pages()


def _join_pages() -> None:
    """Ask the kernel to merge the pages of this process's data into huge pages (MADV_COLLAPSE).

    A fork copies a table entry for each page, and its end removes each: with huge pages, both
    together take a third of the time. A fork that writes to a huge page copies only the small page
    that it writes to, as before.
    """
    libc = ctypes.CDLL(None)
    with open("/proc/self/maps") as maps:
        lines = maps.read().splitlines()
    for line in lines:
        span, mode, _, _, file, *name = line.split(maxsplit=5)
        if mode == "rw-p" and file == "0" and name in ([], ["[heap]"]):
            start, end = (int(address, 16) for address in span.split("-"))
            # The result is ignored. The kernel refuses a range without pages in use, and any range
            # before Linux 6.1; forks then work as well, but take longer.
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)


def _reap() -> None:
    """Reap the forks that have ended, which would otherwise remain as zombies."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass  # there are no forks


def _become(
    request: dict[str, Any], sockets: list[socket.socket], shell: Shell, subtree: Subtree | None
) -> NoReturn:
    """Turn this fork into the supervisor of the requested process; end it afterwards."""
    status = 1
    try:
        os.environ.update(request["environment"])
        *own, monitor = sockets
        supervisor.guard(request, monitor, own, functools.partial(_serve, request, shell), subtree)
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        # Never back into the loop of `main`, nor through ``atexit`` callbacks of the parent.
        os._exit(status)


def _serve(request: dict[str, Any], shell: Shell, *sockets: socket.socket) -> None:
    """Do the work of the requested process, in a fork of its supervisor."""
    # All forks inherit one state of NumPy's generator. Without this, a student's process could
    # predict the numbers that tests draw in the judge. Python seeds its own generator in each fork.
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    if request["role"] == "judge":
        control, link, students = sockets
        judge.main(control, link, students, shell)
    else:
        (link,) = sockets
        student.main(link, Limits(**request["limits"]), shell)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
