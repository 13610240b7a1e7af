"""The warm process: imports IPython and what notebooks use once, and is forked for every notebook.

This module is a program, which ``nursery.Nursery`` starts. It never returns to a grader's code.
"""

import contextlib
import ctypes
import functools
import gc
import importlib
import json
import os
import random
import signal
import socket
import sys
import traceback
from typing import Any, NoReturn

from ..errors import SandboxError
from ..sandbox import cgroups, seccomp
from ..sandbox.cgroups import Subtree
from ..sandbox.limits import Limits
from . import judge, student, warden
from .shell import Shell

# What a module puts off until it is first used. torch._dynamo comes with torch.func and takes
# half a second.
PUT_OFF = {"numpy": ["numpy.random"], "torch": ["torch._dynamo"]}

MADV_COLLAPSE = 25  # madvise(2); Linux 6.1 and later


def main(descriptor: int) -> None:
    """Fork for every request until the last grader closes its end.

    The first request says what to import.

    Parameters
    ----------
    descriptor
        Of the socket over which requests come, each with the sockets of the new process.
    """
    requests = socket.socket(fileno=descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # there is nothing to collect while modules are imported, only time to lose
    shell = Shell.instance()
    subtree = None
    with contextlib.suppress(cgroups.NoCgroups):  # `cgroups.unavailable` says so in the grader
        subtree = cgroups.adopt()
    with contextlib.suppress(SandboxError):  # needed in a sandbox only, which says so
        seccomp.program()  # once for all forks
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
            *ends, stderr = descriptors
            os.dup2(stderr, 2)
            os.close(stderr)
            _become(request, [socket.socket(fileno=fd) for fd in ends], shell, subtree)
        for fd in descriptors:
            os.close(fd)


def _import(modules: list[str], shell: Shell) -> None:
    """Import modules, do once what is slow the first time, and make ready to be forked."""
    for name in modules:
        with contextlib.suppress(Exception):  # the notebook that imports it will say so
            importlib.import_module(name)
    for name in PUT_OFF.keys() & sys.modules.keys():
        for further in PUT_OFF[name]:
            with contextlib.suppress(Exception):  # few notebooks need it
                importlib.import_module(further)
    if "torch" in sys.modules:
        # A pool of threads does not survive a fork, and the cores are busy with notebooks.
        sys.modules["torch"].set_num_threads(1)
    gc.freeze()  # what is imported is there to stay: no collection has to go through it
    shell.warm_up()
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not copy every page
    gc.enable()
    _join_pages()


def _join_pages() -> None:
    """Have the kernel join the pages of this process's data to huge ones, where it can.

    A fork copies an entry for each page, and its end takes each down: with huge pages both take a
    third of the time. A fork that writes to one copies the small page in it, as before.
    """
    libc = ctypes.CDLL(None)
    with open("/proc/self/maps") as maps:
        lines = maps.read().splitlines()
    for line in lines:
        span, mode, _, _, file, *name = line.split(maxsplit=5)
        if mode == "rw-p" and file == "0" and name in ([], ["[heap]"]):
            start, end = (int(address, 16) for address in span.split("-"))
            # It refuses where no page is in use, and before Linux 6.1: then they stay as they are.
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), MADV_COLLAPSE)


def _reap() -> None:
    """Let go of the forks that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass  # there are none


def _become(
    request: dict[str, Any], sockets: list[socket.socket], shell: Shell, subtree: Subtree | None
) -> NoReturn:
    """Turn this fork into the warden of what was asked for."""
    status = 1
    try:
        os.environ.update(request["environment"])
        random.seed()  # else the student's process could tell what the judge's draws
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        *own, monitor = sockets
        work: functools.partial[None]
        if request["role"] == "judge":
            control, link, students = own
            work = functools.partial(judge.main, control, link, students, shell)
        else:
            (link,) = own
            work = functools.partial(student.main, link, Limits(**request["limits"]), shell)
        warden.guard(request, monitor, own, work, subtree)
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


if __name__ == "__main__":
    main(int(sys.argv[1]))
