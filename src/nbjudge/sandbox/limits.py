"""What one notebook may use, and how a process binds itself to it."""

import resource
from dataclasses import asdict, dataclass

MEGABYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """Limits for the student's process of one notebook.

    Attributes:
        cell_seconds: wall time of one cell, and of one call from a test cell.
        notebook_seconds: wall time of the whole notebook.
        cpu_seconds: processor time of one process.
        memory_mb: memory that all processes of the notebook may hold together, beyond what the
            warm kernel brings; a single process meets it as a ``MemoryError``.
        processes: processes and threads at one time.
        open_files: open files of one process.
        disk_mb: bytes in each of the scratch file systems; also the size of one file.
        output_bytes: bytes of output that are kept for one notebook.
        value_bytes: bytes of one value that crosses to the judge.
    """

    cell_seconds: float = 30
    notebook_seconds: float = 120
    cpu_seconds: int = 120
    memory_mb: int = 2048
    processes: int = 64
    open_files: int = 256
    disk_mb: int = 128
    output_bytes: int = 1_000_000
    value_bytes: int = 64 * MEGABYTE

    asdict = asdict

    def apply(self):
        """Bind the student's process, which calls this, for good (``setrlimit(2)``)."""
        self.apply_memory()
        # The signal that says why comes at the first bound, the end without a word at the second.
        _bind("CPU", self.cpu_seconds, self.cpu_seconds + 1)
        for name, value in (
            ("NPROC", self.processes),
            ("NOFILE", self.open_files),
            ("FSIZE", self.disk_mb * MEGABYTE),
            ("CORE", 0),
        ):
            _bind(name, value)
        # Where the machine itself runs out of memory, this process is the one to go.
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")

    def apply_memory(self):
        """Bind the address space of the calling process, for good.

        What a fork of the warm process already has does not count.
        """
        with open("/proc/self/statm") as statm:
            mapped = int(statm.read().split()[0]) * resource.getpagesize()
        _bind("AS", mapped + self.memory_mb * MEGABYTE)


def _bind(name, soft, hard=None):
    kind = getattr(resource, f"RLIMIT_{name}")
    values = (soft, soft if hard is None else hard)
    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        values = [min(value, most) for value in values]
    resource.setrlimit(kind, values)
