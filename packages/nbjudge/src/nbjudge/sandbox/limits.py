"""What one notebook may use, and how a process binds itself to it."""

import ctypes
import os
import resource
from dataclasses import asdict, dataclass, field
from typing import Any

MEGABYTE = 2**20
PR_SET_DUMPABLE = 4  # of sys/prctl.h


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits for the processes of one notebook.

    The ``help`` in the metadata of a field says what it bounds, in which unit.
    """

    cell_seconds: float = field(
        default=30,
        metadata={"help": "Wall time of a cell, and of a call from a test cell, in seconds."},
    )
    notebook_seconds: float = field(
        default=120, metadata={"help": "Wall time of a notebook, in seconds."}
    )
    cpu_seconds: int = field(
        default=120, metadata={"help": "Processor time of a process of a notebook, in seconds."}
    )
    memory_mb: int = field(
        default=2048,
        metadata={
            "help": "Memory that all processes of a notebook may hold together beyond the warm "
            "kernel's, in megabytes; a single object that is too large is a MemoryError."
        },
    )
    processes: int = field(
        default=64, metadata={"help": "Processes and threads of a notebook at one time."}
    )
    open_files: int = field(
        default=256, metadata={"help": "Open files of a process of a notebook."}
    )
    disk_mb: int = field(
        default=128,
        metadata={
            "help": "Size of each scratch folder of a notebook, and of one file, in megabytes."
        },
    )
    output_bytes: int = field(
        default=1_000_000, metadata={"help": "Bytes of output that are kept for a notebook."}
    )
    value_bytes: int = field(
        default=64 * MEGABYTE, metadata={"help": "Bytes of one value that crosses to the judge."}
    )

    def asdict(self) -> dict[str, Any]:
        """The limits by name, as JSON can say them."""
        return asdict(self)

    def apply(self) -> None:
        """Bind the student's process, which calls this, for good (``setrlimit(2)``)."""
        self.apply_memory()
        # The signal that says why comes at the first bound, the end without a word at the second.
        _bind(resource.RLIMIT_CPU, self.cpu_seconds, self.cpu_seconds + 1)
        _bind(resource.RLIMIT_NPROC, self.processes)
        _bind(resource.RLIMIT_NOFILE, self.open_files)
        _bind(resource.RLIMIT_FSIZE, self.disk_mb * MEGABYTE)
        _bind(resource.RLIMIT_CORE, 0)

    def apply_memory(self) -> None:
        """Bind the address space of the calling process, for good.

        What a fork of the warm process already has does not count.
        """
        with open("/proc/self/statm") as statm:
            mapped = int(statm.read().split()[0]) * resource.getpagesize()
        _bind(resource.RLIMIT_AS, mapped + self.memory_mb * MEGABYTE)


def first_to_go(proc: int) -> None:
    """Have the kernel end the calling process first where the machine runs out of memory.

    Parameters
    ----------
    proc
        A descriptor of ``/proc``.
    """
    # After a change of user namespace the file is root's, until it is said that it may be read.
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    score = os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=proc)
    try:
        os.write(score, b"1000")
    finally:
        os.close(score)


def _bind(kind: int, soft: int, hard: int | None = None) -> None:
    values = soft, soft if hard is None else hard
    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        values = min(values[0], most), min(values[1], most)
    resource.setrlimit(kind, values)
