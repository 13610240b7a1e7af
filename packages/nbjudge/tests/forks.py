"""Run a Python module as a command in a fork of a process that has imported nbgrader already.

Most of a short command is its interpreter's start: two seconds for `nbgrader`. Here a server is
started once, for each process of pytest, and forks for each command. The server has imported and
done nothing else, so that a fork finds what a new interpreter would after its imports: no open
database, no thread, no singleton of traitlets, and nothing of an earlier command. (A fork of
pytest's own process would find all of these.)

A command has its own folder, environment, arguments and outputs, and ends as a process does. What
it does not have is a command line of its own in /proc: what is looked for there, is sent a signal
or reads from a terminal is started by `subprocess`.

Entry points: `run`, `close`, `alembic_version`.
"""

import contextlib
import functools
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

LARGEST = 1 << 17  # bytes of a request: what a packet may have, by Linux's default
# What the commands import, most of it late. nbjudge comes first, as it keeps jsonschema from
# importing what takes long.
IMPORTED = (
    "nbjudge.cli",
    "nbjudge.grading.run",
    "nbjudge.report.table",
    "nbgrader.apps.nbgraderapp",
    "nbgrader.converters",
    "nbgrader.plugins",
)
_lock = threading.Lock()


def run(
    module: str, arguments: Sequence[str], folder: Path, *, merged: bool
) -> subprocess.CompletedProcess[str]:
    """Run `python -m MODULE ARGUMENTS` in a folder, with this process's environment.

    Parameters
    ----------
    module
        The module, such as "nbgrader".
    arguments
        What follows it on the command line.
    folder
        The working directory.
    merged
        Whether stderr is the same stream as stdout.

    Returns
    -------
    The finished process, with both outputs as text.
    """
    command = [sys.executable, "-m", module, *arguments]
    request = {
        "module": module,
        "arguments": [str(argument) for argument in arguments],
        "folder": str(folder),
        "environment": dict(os.environ),
    }
    python = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    with _lock:
        server = _server(tuple(sorted(python.items())))
    answer, reply = socket.socketpair()
    ends = [os.pipe() for _ in range(1 if merged else 2)]
    writing = [write for _, write in ends]
    outputs = [writing[0], writing[-1], reply.fileno()]
    socket.send_fds(server.link, [json.dumps(request).encode()], outputs)
    reply.close()
    for write in writing:
        os.close(write)
    with answer, ThreadPoolExecutor() as pool:
        texts = list(pool.map(_read, [read for read, _ in ends]))
        code = answer.recv(16)
    assert code, f"the server of forks ended during {' '.join(command)}"
    return subprocess.CompletedProcess(command, int(code), *texts)


def close() -> None:
    """End the servers, and with them what is left of their commands."""
    for server in _servers:
        # It sees the end also where a fork of this process holds a copy of the link.
        server.link.shutdown(socket.SHUT_RDWR)
        server.link.close()
        server.process.wait()
    _servers.clear()
    _server.cache_clear()


def alembic_version() -> str:
    """The version of nbgrader's tables, as `nbgrader.api.get_alembic_version` has it.

    That function starts the program `alembic` for each new gradebook, which takes two seconds.
    """
    from alembic.script import ScriptDirectory
    from nbgrader.dbutil import ALEMBIC_DIR

    return str(ScriptDirectory(ALEMBIC_DIR).get_current_head())


class _Server(NamedTuple):
    link: socket.socket
    process: subprocess.Popen


_servers: list[_Server] = []


@functools.cache
def _server(python: tuple[tuple[str, str], ...]) -> _Server:
    """Start a server. What is in variables such as PYTHONPATH counts when Python starts."""
    link, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with other:
        process = subprocess.Popen(
            [sys.executable, __file__, str(other.fileno())],
            pass_fds=[other.fileno()],
            stdin=subprocess.DEVNULL,
        )
    _servers.append(_Server(link, process))
    return _servers[-1]


def _read(descriptor: int) -> str:
    with open(descriptor, encoding="utf-8") as stream:
        return stream.read()


# ---- the server ----------------------------------------------------------------------------


def _main(link: socket.socket) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for pytest and for the commands
    for name in IMPORTED:
        importlib.import_module(name)
    nbgrader_api = sys.modules["nbgrader.api"]
    nbgrader_api.get_alembic_version = functools.cache(alembic_version)
    nbgrader_api.get_alembic_version()
    gc.freeze()  # so that a collection in a fork does not copy every page
    module = _serve(link)
    if module:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        runpy.run_module(module, run_name="__main__", alter_sys=True)


def _serve(link: socket.socket) -> str | None:
    """Fork for each request. Return in the fork, with the module to run; at the end, with None."""
    while True:
        text, descriptors, *_ = socket.recv_fds(link, LARGEST, 3)
        with contextlib.suppress(ChildProcessError):  # so that no fork stays, nor its seconds
            while os.waitpid(-1, os.WNOHANG if text else 0)[0]:
                pass
        if not text:
            return None
        if not os.fork():
            link.close()
            return _run_and_tell(json.loads(text), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _run_and_tell(request: dict, output: int, errors: int, reply: int) -> str:
    """Fork once more: return in the command, and wait for it in the other."""
    pid = os.fork()
    if pid:
        os.close(output)
        os.close(errors)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with contextlib.suppress(OSError):  # pytest has ended
            os.write(reply, str(code).encode())
        os._exit(0)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    for descriptor in (output, errors, reply):
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[0] = os.getcwd()
    sys.argv = [request["module"], *request["arguments"]]
    return str(request["module"])


if __name__ == "__main__":
    _main(socket.socket(fileno=int(sys.argv[1])))
