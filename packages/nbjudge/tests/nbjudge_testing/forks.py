"""A fork server for commands: runs a Python module in a process that has imported nbgrader.

A short command spends most of its time starting the interpreter: two seconds for `nbgrader`. Each
pytest process therefore starts one server, which forks for each command. The server has only
imported modules and let them prepare what each process prepares anyway, so a fork is in the same
state as a new interpreter after its imports: no open database, no thread, no traitlets singleton,
and nothing from an earlier command. (A fork of pytest's own process would have all of these.)

A command has its own folder, environment, arguments and outputs, and ends as a process does. It has
no command line of its own in /proc. Use `subprocess` for a command that is looked up there, that is
sent a signal, or that reads from a terminal.

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

LARGEST = 1 << 17  # bytes of a request: the largest packet with Linux's default buffer
# The modules that commands import, most of them late. nbjudge comes first because it keeps
# jsonschema from importing slow packages.
IMPORTED = (
    "nbjudge.cli",
    "nbjudge.adopt.check",
    "nbjudge.adopt.hardening",
    "nbjudge.grading.progress",
    "nbjudge.grading.run",
    "nbjudge.plugins.feedback",
    "nbjudge.report.settings",
    "nbjudge.report.table",
    "nbjudge.zip_collect.plugins",
    "nbgrader.apps.nbgraderapp",
    "nbgrader.converters",
    "nbgrader.plugins",
    "rich.progress",
    "sqlalchemy.dialects.sqlite",
)
_lock = threading.Lock()


def run(
    module: str, arguments: Sequence[str], folder: Path, *, merged: bool
) -> subprocess.CompletedProcess[str]:
    """Run `python -m MODULE ARGUMENTS` in a folder, with this process's environment.

    Both outputs are text; with `merged`, stderr is merged into stdout.
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
    """End the servers, and all commands that still run."""
    for server in _servers:
        # With shutdown, the server sees the end even if a fork of this process still has a copy of
        # the socket.
        server.link.shutdown(socket.SHUT_RDWR)
        server.link.close()
        server.process.wait()
    _servers.clear()
    _server.cache_clear()


def alembic_version() -> str:
    """Return the version of nbgrader's tables, a fast `nbgrader.api.get_alembic_version`.

    nbgrader's function starts the program `alembic` for each new gradebook, which takes two
    seconds.
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
    """Start a server for these variables, such as PYTHONPATH, which Python reads as it starts."""
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
    # Almost every command reads a notebook and the gradebook. nbformat compiles its schema for the
    # first notebook, and SQLAlchemy makes its mappers of nbgrader's classes for the first query.
    sys.modules["nbformat.validator"].get_validator()
    sys.modules["sqlalchemy.orm"].configure_mappers()
    nbgrader_api = sys.modules["nbgrader.api"]
    nbgrader_api.get_alembic_version = functools.cache(alembic_version)
    nbgrader_api.get_alembic_version()
    gc.freeze()  # a collection in a fork would otherwise copy every shared page
    module = _serve(link)
    if module:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        runpy.run_module(module, run_name="__main__", alter_sys=True)


def _serve(link: socket.socket) -> str | None:
    """Fork for each request. Return the module to run in the fork, and None at the server's end."""
    while True:
        text, descriptors, *_ = socket.recv_fds(link, LARGEST, 3)
        with contextlib.suppress(ChildProcessError):  # reap finished forks, so none stays a zombie
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
    """Fork once more: return in the command's process, and wait for it in the other."""
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
