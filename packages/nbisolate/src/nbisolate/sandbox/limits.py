"""Limits of one notebook, and the functions by which a process applies them to itself."""

import ctypes
import os
import resource
from dataclasses import dataclass, field
from typing import Any

MEGABYTE = 2**20
PR_SET_DUMPABLE = 4  # of sys/prctl.h


def _limit(default: float, text: str) -> Any:
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of the processes of one notebook.

    The ``help`` in the metadata of a field says what the field limits, and in which unit.
    """

    cell_seconds: float = _limit(
        30, "Maximum wall time of a cell, or of a call from a test cell, in seconds."
    )
    notebook_seconds: float = _limit(120, "Maximum wall time of a notebook, in seconds.")
    cpu_seconds: int = _limit(120, "Maximum CPU time of each process of a notebook, in seconds.")
    memory_mb: int = _limit(
        2048,
        "Maximum memory of all processes of a notebook together, in megabytes, without that of "
        "preloaded modules. A single object that is too large raises MemoryError.",
    )
    processes: int = _limit(64, "Maximum number of processes and threads of a notebook.")
    open_files: int = _limit(256, "Maximum number of open files of each process of a notebook.")
    disk_mb: int = _limit(
        128, "Maximum size of each scratch folder of a notebook, and of one file, in megabytes."
    )
    output_bytes: int = _limit(1_000_000, "Maximum bytes of output kept for a notebook.")
    value_bytes: int = _limit(64 * MEGABYTE, "Maximum bytes of one value sent to a test cell.")

    def apply(self) -> None:
        """Apply the limits to the calling process, a student's, for good (``setrlimit(2)``)."""
        self.apply_memory()
        # At the soft limit the kernel sends SIGXCPU, by which the supervisor knows the reason. At
        # the hard limit, a second later, it sends SIGKILL to a process that has caught the first.
        bind(resource.RLIMIT_CPU, self.cpu_seconds, self.cpu_seconds + 1)
        bind(resource.RLIMIT_NPROC, self.processes)
        bind(resource.RLIMIT_NOFILE, self.open_files)
        bind(resource.RLIMIT_FSIZE, self.disk_mb * MEGABYTE)
        bind(resource.RLIMIT_CORE, 0)
        # Of the grader's own, where its account may have real time or a higher priority.
        bind(resource.RLIMIT_RTPRIO, 0)
        bind(resource.RLIMIT_NICE, 0)

    def apply_memory(self) -> None:
        """Limit the address space of the calling process, for good.

        The limit is in addition to the memory that is mapped now, so that the modules which a fork
        inherits from the fork server do not count.
        """
        with open("/proc/self/statm") as statm:
            mapped = int(statm.read().split()[0]) * resource.getpagesize()
        bind(resource.RLIMIT_AS, mapped + self.memory_mb * MEGABYTE)


def first_to_go(proc: int) -> None:
    """Ask the kernel to kill the calling process first if the machine runs out of memory.

    `proc` is a descriptor of ``/proc``, opened outside the sandbox, in which it is read-only.
    """
    # A change of user namespace makes a process undumpable: its files in /proc then belong to root.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    with os.fdopen(os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=proc), "w") as score:
        score.write("1000")


def bind(kind: int, soft: int, hard: int | None = None) -> None:
    """Set a limit of the calling process (``setrlimit(2)``), or the one it has if that is lower."""
    values = soft, soft if hard is None else hard
    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        values = min(values[0], most), min(values[1], most)
    resource.setrlimit(kind, values)
