"""A process that stays warm between commands, for one user: `nbjudge stay`.

It has imported nbgrader, and started the warm process that notebooks are forked from. `nbjudge
grade` asks it over a socket, and is then a fork of it: with the folder, the environment and the
terminal of the command that was typed. It runs nothing of a notebook and opens no gradebook, so a
fork finds nothing there of an earlier one.

Entry points: `ask`, `is_there`, `stop`, `serve`.
"""

import contextlib
import ctypes
import fcntl
import hashlib
import io
import json
import os
import select
import signal
import site
import socket
import stat
import struct
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .errors import Stopped
from .processes.nursery import USUAL_MODULES, Nursery
from .sandbox.child import PR_SET_PDEATHSIG

IDLE = 600  # seconds without a command after which it ends
FIRST_WORD = 5  # seconds that a command has to say what it wants
LARGEST = 1 << 20  # bytes of a request
LONGEST_FOLDER = 90  # characters of the folder: the name of a socket has 107 at most, unix(7)
CREDENTIALS = struct.Struct("3i")  # struct ucred: pid, uid, gid
FORWARDED = (signal.SIGINT, signal.SIGTERM)

RunCommand = Callable[[list[str], Nursery], int]
FindPreload = Callable[[Path], list[str] | None]


def ask(arguments: Sequence[str]) -> int | None:
    """Have a command run by the process that stays.

    Parameters
    ----------
    arguments
        Those of the command, which runs in this process's folder, environment and terminal.

    Returns
    -------
    Its exit code; None where no such process can be asked.

    Raises
    ------
    Stopped
        If that process ends before the command.
    """
    request = {
        "arguments": list(arguments),
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "path": sys.path,
        "umask": _umask(),
    }
    with contextlib.ExitStack() as stack:
        link = _connect()
        if link is None:
            return None
        stack.enter_context(link)
        try:
            socket.send_fds(link, [json.dumps(request).encode()], [0, 1, 2])
        except OSError:  # a stream is closed, or the environment is very long
            return None
        for number in FORWARDED:
            before = signal.signal(number, lambda number, _: _send(link, bytes([number])))
            stack.callback(signal.signal, number, before)
        code = link.recv(16)
    if not code:
        raise Stopped("The process of `nbjudge stay` has ended; what was graded is stored")
    return int(code)


def is_there() -> bool:
    """Say whether there is such a process."""
    link = _connect()
    if link is not None:
        link.close()
    return link is not None


def stop() -> bool:
    """End the process that stays, as soon as no command is at work; False if there is none."""
    link = _connect()
    if link is None:
        return False
    with link:
        _send(link, b"{}")
        link.recv(1)
    return True


def serve(run: RunCommand, preload: FindPreload) -> bool:
    """Start the process that stays, if there is none yet, and go on when it can be asked.

    Parameters
    ----------
    run
        Runs a command: its arguments, and the warm process to fork notebooks from.
    preload
        Finds the modules to preload, as `cli.written_preload` does.

    Returns
    -------
    False if there was one already.

    Raises
    ------
    Stopped
        If there can be none: the folder of its socket is somebody else's.
    """
    with contextlib.suppress(OSError):  # the next line finds out
        _folder().mkdir(0o700)
    address = _address()
    if address is None:
        raise Stopped(
            f"{_folder()} is not a folder that only you may open, or its name is too long"
        )
    with open(address.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_there():
            return False
        address.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(str(address))
        address.chmod(0o600)
        listener.listen()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        if os.fork():
            return True
    try:
        course = Path.cwd()
        os.setsid()
        os.chdir("/")
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream_number in (0, 1, 2):
            os.dup2(nothing, stream_number)
        _Standing(listener, run, preload).stay(course)
        with contextlib.suppress(FileNotFoundError):
            address.unlink()
    finally:
        os._exit(0)


@dataclass
class _Session:
    """A command at work: who asked, and the process that does it."""

    link: socket.socket
    pid: int
    pidfd: int
    attended: bool = True  # who asked is still there


class _Standing:
    """The process that stays."""

    def __init__(self, listener: socket.socket, run: RunCommand, preload: FindPreload) -> None:
        self.listener, self.run, self.preload = listener, run, preload
        self.sessions: list[_Session] = []
        self.nurseries: dict[tuple[str, ...], Nursery] = {}
        self.ending = False

    def stay(self, course: Path) -> None:
        """Fork for every command, the first in `course` as a rule, until there was none."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._nursery(course)
        while not self.ending or self.sessions:
            watched = [self.listener.fileno(), *(s.pidfd for s in self.sessions)]
            watched += [s.link.fileno() for s in self.sessions if s.attended]
            ready = set(select.select(watched, [], [], None if self.sessions else IDLE)[0])
            if not ready:
                break
            for session in list(self.sessions):
                if session.link.fileno() in ready:
                    self._forward(session)
                if session.pidfd in ready:
                    self._finish(session)
            if self.listener.fileno() in ready:
                self._begin()
        for nursery in self.nurseries.values():
            nursery.close()

    def _begin(self) -> None:
        link, _ = self.listener.accept()
        link.settimeout(FIRST_WORD)
        try:
            if _uid_of(link) != os.getuid():
                raise PermissionError
            message, descriptors, _, _ = socket.recv_fds(link, LARGEST, 3)
        except OSError:
            link.close()
            return
        link.settimeout(None)
        request = json.loads(message or b"{}")
        if not request:  # `stop`, or somebody who only looked
            self.ending = self.ending or message == b"{}"
            link.close()
            return
        nursery = self._nursery(Path(request["folder"]))
        # A signal for the fork waits until it heeds it: what is ignored here would be lost.
        signal.pthread_sigmask(signal.SIG_BLOCK, FORWARDED)
        pid = os.fork()
        if pid == 0:
            self.listener.close()
            link.close()
            for session in self.sessions:
                session.link.close()
            _become(request, descriptors, self.run, nursery)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
        for descriptor in descriptors:
            os.close(descriptor)
        self.sessions.append(_Session(link, pid, os.pidfd_open(pid)))

    def _nursery(self, course: Path) -> Nursery:
        """A warm process with what a course preloads; it is shared by all its commands."""
        written = self.preload(course)
        names = USUAL_MODULES if written is None else tuple(written)
        return Nursery(names, self.nurseries.setdefault(names, Nursery(names)).start())

    def _forward(self, session: _Session) -> None:
        """Send a signal on; where the command that was typed is gone, its work is interrupted."""
        try:
            word = session.link.recv(1)
        except ConnectionError:
            word = b""
        session.attended = bool(word)
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(session.pidfd, word[0] if word else signal.SIGINT)

    def _finish(self, session: _Session) -> None:
        code = os.waitstatus_to_exitcode(os.waitpid(session.pid, 0)[1])
        _send(session.link, str(code if code >= 0 else 128 - code).encode())
        session.link.close()
        os.close(session.pidfd)
        self.sessions.remove(session)


def _become(
    request: dict[str, Any], descriptors: list[int], run: RunCommand, nursery: Nursery
) -> NoReturn:
    """Be the command that somebody typed."""
    code = 1
    try:
        # Where the process that stays is killed, its commands are interrupted.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
        os.setsid()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        os.chdir(request["folder"])
        os.umask(request["umask"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.path[:] = request["path"]
        sys.argv[1:] = request["arguments"]
        at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
        for stream in (sys.stdout, sys.stderr):
            assert isinstance(stream, io.TextIOWrapper)
            stream.reconfigure(line_buffering=stream.isatty(), write_through=at_once)
        for number in FORWARDED:
            signal.signal(number, signal.SIG_DFL)  # until the command says what it means
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FORWARDED)
        code = run(request["arguments"], nursery)
    except SystemExit as end:  # argparse has said what is wrong
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
        os._exit(code)


def _connect() -> socket.socket | None:
    """A connection to the process that stays; None where there is none of this user's."""
    address = _address()
    if address is None:
        return None
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        link.connect(str(address))
        if _uid_of(link) == os.getuid():
            return link
    except OSError:
        pass
    link.close()
    return None


def _send(link: socket.socket, word: bytes) -> None:
    with contextlib.suppress(ConnectionError):  # nobody waits for it any more
        link.send(word)


def _uid_of(link: socket.socket) -> int:
    """Whose process is at the other end."""
    data = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
    return int(CREDENTIALS.unpack(data)[1])


def _folder() -> Path:
    parent = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return Path(parent, f"nbjudge-{os.getuid()}")


def _address() -> Path | None:
    """Where the process that stays is asked; None where others could put something there.

    It carries the state of what it has imported: after an update nobody finds the old one.
    """
    folder = _folder()
    try:
        found = folder.lstat()
    except OSError:
        return None
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
    if not private or found.st_uid != os.getuid() or len(str(folder)) > LONGEST_FOLDER:
        return None
    state = json.dumps([sys.prefix, sys.version, *_changed()])
    return folder / hashlib.sha256(state.encode()).hexdigest()[:16]


def _changed() -> Iterator[tuple[str, int]]:
    """When what can be imported was last changed: installed packages, and our own files."""
    ours = Path(__file__).resolve().parents[1]
    for path in [*map(Path, site.getsitepackages()), *sorted(ours.rglob("*.py"))]:
        with contextlib.suppress(OSError):
            yield str(path), path.stat().st_mtime_ns


def _umask() -> int:
    now = os.umask(0o077)
    os.umask(now)
    return now
