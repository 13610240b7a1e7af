"""Memory that the processes of one sandbox hold together, watched from outside.

Entry point: `watch`.
"""

import contextlib
import os
import select

from .limits import Limits

WATCH = 0.1  # seconds between two looks at the memory of a sandbox


def watch(child: int, pidfd: int, limits: Limits, *, inside: bool) -> tuple[float, bool]:
    """Wait for the end of a process, or for its sandbox to hold too much memory.

    Parameters
    ----------
    child
        The id of the process, as this process sees it.
    pidfd
        Its descriptor.
    limits
        Its `memory_mb` bounds what is held.
    inside
        Whether ``/proc`` is the sandbox's own, so that all processes there count.

    Returns
    -------
    tuple
        The memory in megabytes that was measured last, and whether it is too much.
    """
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    used = 0.0
    while not poll.poll(WATCH * 1000):
        pids = list(filter(str.isdigit, os.listdir("/proc"))) if inside else [str(child)]
        # Quick, but it counts memory that forks share once for each of them.
        if sum(map(_rough, pids)) > limits.memory_mb:
            used = sum(map(_exact, pids))
        if used > limits.memory_mb:
            return used, True
    return used, False


def _rough(pid: str) -> float:
    return _held(pid, "status", ("RssAnon:", "RssShmem:", "VmSwap:"))


def _exact(pid: str) -> float:
    try:
        return _held(pid, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))
    except PermissionError:  # it made itself undumpable
        return _rough(pid)


def _held(pid: str, file: str, fields: tuple[str, ...]) -> float:
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
