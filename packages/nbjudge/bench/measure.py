"""Measure commands: wall time, processor time, memory.

`measure` runs commands side by side. Processor time is that of the whole machine less what it
uses when idle, because a process that is reaped by the kernel (a fork of a warm process) shows in
no parent's account: run benchmarks on a machine that does nothing else.
"""

import contextlib
import os
import subprocess
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psutil

SECONDS_BETWEEN_SAMPLES = 2  # each takes some 40 ms of a core from what is measured
IDLE_SECONDS = 3


@dataclass(frozen=True)
class Cost:
    """What commands took.

    Attributes
    ----------
    wall, cpu
        Seconds; `cpu` counts all processors and all children.
    peak_mb
        Most memory at one time of all their processes together (proportional set size, in which a
        page that several share counts once), in megabytes.
    main_mb
        Most memory of the first command's own process (resident set size).
    """

    wall: float
    cpu: float
    peak_mb: float
    main_mb: float


def measure(*commands: list[str], folder: Path) -> Cost:
    """Run commands side by side in `folder`; all must end with 0 or 3.

    Raises
    ------
    RuntimeError
        If one does not; the message holds what it printed.
    """
    idle = idle_load()
    log = folder / "bench.log"
    with log.open("w") as output:
        busy, started = _busy(), time.monotonic()
        runs = [
            subprocess.Popen(command, cwd=folder, stdout=output, stderr=output)
            for command in commands
        ]
        sampler = _Sampler([run.pid for run in runs])
        sampler.start()
        codes = [run.wait() for run in runs]
        wall = time.monotonic() - started
        cpu = _busy() - busy - idle * wall
        sampler.stop()
    if not set(codes) <= {0, 3}:
        raise RuntimeError(f"{commands} ended with {codes}:\n{log.read_text()}")
    return Cost(wall, cpu, sampler.peak / 2**20, sampler.main / 2**20)


@cache
def idle_load() -> float:
    """Processor seconds a second that the machine uses for other things, taken once."""
    busy = _busy()
    time.sleep(IDLE_SECONDS)
    return (_busy() - busy) / IDLE_SECONDS


def _busy() -> float:
    """Processor seconds that this machine has worked since its start (proc(5), /proc/stat)."""
    user, nice, system, _, _, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


class Meter:
    """Processor time of a command and all that it starts, whatever else the machine does.

    The kernel counts it in a control group (version 2). Where none can be made, it is that of the
    whole machine.
    """

    def __init__(self) -> None:
        mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
        roots = [Path(path) for _, path, kind, *_ in mounts if kind == "cgroup2"]
        self.group = None
        with contextlib.suppress(OSError, IndexError):
            group = roots[0] / f"nbjudge-bench-{os.getpid()}-{time.monotonic_ns()}"
            group.mkdir()
            self.group = group

    @property
    def before(self) -> list[str]:
        """What to put before the command."""
        if self.group is None:
            return []
        return ["sh", "-c", f'echo $$ > {self.group}/cgroup.procs && exec "$@"', "sh"]

    def seconds(self) -> float:
        """Processor seconds until now."""
        if self.group is None:
            return _busy() - idle_load() * time.monotonic()
        (used,) = [
            line.split()[1]
            for line in (self.group / "cpu.stat").read_text().splitlines()
            if line.startswith("usage_usec")
        ]
        return int(used) / 1e6

    def close(self) -> None:
        """Remove the group; its processes have ended."""
        if self.group is not None:
            with contextlib.suppress(OSError):  # something of it is left
                self.group.rmdir()


class _Sampler(threading.Thread):
    """Look at the memory of processes and of their children until told to stop."""

    def __init__(self, pids: list[int]):
        super().__init__(daemon=True)
        self.pids = pids
        self.peak = self.main = 0
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(SECONDS_BETWEEN_SAMPLES):
            self.peak = max(self.peak, sum(map(self._memory, self.pids)))

    def stop(self) -> None:
        self.ended.set()
        self.join()

    def _memory(self, pid: int) -> int:
        try:
            first = psutil.Process(pid)
            if pid == self.pids[0]:
                self.main = max(self.main, first.memory_info().rss)
            return sum(map(_pss, [first, *first.children(recursive=True)]))
        except psutil.NoSuchProcess:
            return 0


def _pss(process: psutil.Process) -> int:
    """Proportional set size in bytes: the file smaps_rollup is far quicker than smaps."""
    try:
        for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    except (OSError, psutil.NoSuchProcess):
        pass  # it has ended since
    return 0
