"""The warm process: imports IPython and what notebooks use once, and is forked for every notebook.

This module is a program, which ``nursery.Nursery`` starts. It never returns to a grader's code.
"""

import contextlib
import gc
import importlib
import json
import os
import random
import resource
import signal
import socket
import sys
import traceback
from typing import Any, NoReturn

from ..sandbox import bubblewrap, memory
from ..sandbox.limits import Limits
from . import judge, student
from .shell import Shell

# What a module puts off until it is first used. torch._dynamo comes with torch.func and takes
# half a second.
PUT_OFF = {"numpy": ["numpy.random"], "torch": ["torch._dynamo"]}


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
    while True:
        message, descriptors, _, _ = socket.recv_fds(requests, 65536, 8)
        if not message:
            return
        request = json.loads(message)
        if request["role"] == "import":
            _import(request["modules"], shell)
            continue
        _reap()
        if os.fork() == 0:
            requests.close()
            _become(request, [socket.socket(fileno=fd) for fd in descriptors], shell)
        for fd in descriptors:
            os.close(fd)


def _import(modules: list[str], shell: Shell) -> None:
    """Import modules, do once what is slow the first time, and make ready to be forked."""
    for name in modules:
        with contextlib.suppress(ImportError):  # the notebook that imports it will say so
            importlib.import_module(name)
    for name in PUT_OFF.keys() & sys.modules.keys():
        for further in PUT_OFF[name]:
            with contextlib.suppress(Exception):  # few notebooks need it
                importlib.import_module(further)
    if "torch" in sys.modules:
        # A pool of threads does not survive a fork, and the cores are busy with notebooks.
        sys.modules["torch"].set_num_threads(1)
    shell.warm_up()
    gc.collect()
    gc.freeze()  # so that a collection in a fork does not copy every page
    gc.enable()


def _reap() -> None:
    """Let go of the forks that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass  # there are none


def _become(request: dict[str, Any], sockets: list[socket.socket], shell: Shell) -> NoReturn:
    """Turn this fork into what was asked for."""
    status = 1
    try:
        os.environ.update(request["environment"])
        random.seed()  # else the student's process could tell what the judge's draws
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        if request["role"] == "judge":
            os.chdir(request["workdir"])
            control, link, monitor = sockets
            judge.main(control, link, monitor, shell)
        else:
            link, monitor = sockets
            _become_student(request, link, monitor, shell)
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)


def _become_student(
    request: dict[str, Any], link: socket.socket, monitor: socket.socket, shell: Shell
) -> None:
    """Enter the sandbox, fork the student's process, and report on it until it ends.

    The process between stays outside the sandbox's process namespace, where no student can
    signal it, and tells the judge how the student's process ended.
    """
    limits = Limits(**request["limits"])
    first = bubblewrap.enter(request["pid"], limits) if "pid" in request else None
    child = os.fork()
    if child == 0:
        monitor.close()
        # No terminal to write commands into, and no group to signal that the grader is in.
        os.setsid()
        if first is not None:
            os.close(first)
            bubblewrap.drop_privileges(request["uid"])
        limits.apply()
        student.main(link, limits, shell, request.get("workdir"))
        os._exit(0)
    link.close()
    pidfd = os.pidfd_open(child)
    try:
        socket.send_fds(monitor, [json.dumps({"pid": child}).encode()], [pidfd])
        peak, over = memory.watch(child, pidfd, limits, inside=first is not None)
    except BrokenPipeError:
        return  # the judge was ended, with the run, before it heard of this process
    finally:
        # What the student's process has started must not speak for it.
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(first or pidfd, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    kilobytes = max(usage.ru_maxrss - resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0)
    report = {
        "exit": os.waitstatus_to_exitcode(status),
        "over_memory": over,
        "memory_mb": max(peak, kilobytes / 1024),
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
    }
    with contextlib.suppress(ConnectionError):  # nobody waits for it any more
        monitor.send(json.dumps(report).encode())


if __name__ == "__main__":
    main(int(sys.argv[1]))
