"""Measurement, from outside, of the memory that the processes of one sandbox hold together.

Entry point: `held`.
"""

import contextlib
import os

from .limits import Limits

# The most that the kernel holds for one socket of a sandbox, in megabytes; `bubblewrap.enter`
# bounds it for TCP. No process's figures show it, so each socket is counted as full.
SOCKET_MB = 0.5


def held(child: int, limits: Limits, *, inside: bool) -> float:
    """Measure the memory, in megabytes, of a process or of all processes in its sandbox.

    `child` is the pid of the process as the calling process sees it. `inside` is True if ``/proc``
    is the sandbox's own: then all processes in it count. The result is 0 if a rough sum is within
    the limit `memory_mb`.
    """
    pids = list(filter(str.isdigit, os.listdir("/proc"))) if inside else [str(child)]
    sockets = _sockets(pids) * SOCKET_MB if inside else 0.0
    # Fast, but memory that forks share counts once for each of them. If even this estimate is
    # within the limit, the exact sum, which is slow to read, is not needed.
    if sockets + sum(map(_rough, pids)) <= limits.memory_mb:
        return 0.0
    return sockets + sum(map(_exact, pids))


def _rough(pid: str) -> float:
    return _fields(pid, "status", ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"))


def _exact(pid: str) -> float:
    try:
        pages = _fields(pid, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))
    except PermissionError:  # the process has made itself undumpable
        return _rough(pid)
    return pages + _fields(pid, "status", ("VmPTE:",))


def _fields(pid: str, file: str, fields: tuple[str, ...]) -> float:
    """Return the sum of some fields of ``/proc/<pid>/<file>``, in megabytes."""
    # If the first thread of a process has ended, only the others show its memory.
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                with open(f"/proc/{thread}/{file}") as lines:
                    found = [int(line.split()[1]) for line in lines if line.startswith(fields)]
                if found:
                    return sum(found) / 1024
    return 0


def _sockets(pids: list[str]) -> int:
    """Return the number of sockets in the network namespace of these processes."""
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            with open(f"/proc/{pid}/net/sockstat") as lines:
                return int(lines.readline().split()[2])  # "sockets: used 3"
    return 0
