"""Memory that the processes of one sandbox hold together, measured from outside.

Entry point: `held`.
"""

import contextlib
import os

from .limits import Limits

# What the kernel may hold for one socket of a sandbox, which `bubblewrap.enter` bounds for TCP: no
# process shows it, so that each socket counts as if it were full.
SOCKET_MB = 0.5


def held(child: int, limits: Limits, *, inside: bool) -> float:
    """Measure the memory of a process, or of all processes in its sandbox.

    Parameters
    ----------
    child
        The id of the process, as this process sees it.
    limits
        Its `memory_mb` says up to where a quick look is enough.
    inside
        Whether ``/proc`` is the sandbox's own, so that all processes there count.

    Returns
    -------
    float
        Megabytes; 0 where the quick look found less than the limit.
    """
    pids = list(filter(str.isdigit, os.listdir("/proc"))) if inside else [str(child)]
    sockets = _sockets(pids) * SOCKET_MB if inside else 0.0
    # Quick, but it counts memory that forks share once for each of them.
    if sockets + sum(map(_rough, pids)) <= limits.memory_mb:
        return 0.0
    return sockets + sum(map(_exact, pids))


def _rough(pid: str) -> float:
    return _fields(pid, "status", ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"))


def _exact(pid: str) -> float:
    try:
        pages = _fields(pid, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))
    except PermissionError:  # it made itself undumpable
        return _rough(pid)
    return pages + _fields(pid, "status", ("VmPTE:",))


def _fields(pid: str, file: str, fields: tuple[str, ...]) -> float:
    """The sum of these fields of ``/proc/<pid>/<file>`` in megabytes."""
    # A process whose first thread has ended shows its memory in the others only.
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                with open(f"/proc/{thread}/{file}") as lines:
                    found = [int(line.split()[1]) for line in lines if line.startswith(fields)]
                if found:
                    return sum(found) / 1024
    return 0


def _sockets(pids: list[str]) -> int:
    """The number of sockets in the network namespace of these processes."""
    for pid in pids:
        with contextlib.suppress(OSError, IndexError, ValueError):
            with open(f"/proc/{pid}/net/sockstat") as lines:
                return int(lines.readline().split()[2])  # "sockets: used 3"
    return 0
