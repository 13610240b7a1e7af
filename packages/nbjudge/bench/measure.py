"""Measurement of commands: wall time, processor time, memory.

`measure` runs commands in parallel. Processor time is that of the whole machine minus its idle
load, because a process that the kernel reaps (a fork of a fork server) is not counted for any
parent. Run benchmarks on a machine that does nothing else.
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

SECONDS_BETWEEN_SAMPLES = 2  # a sample takes about 40 ms of a core away from the commands
IDLE_SECONDS = 3


@dataclass(frozen=True)
class Cost:
    """The cost of running some commands.

    `wall` and `cpu` are seconds; `cpu` counts all processors and all children. `peak_mb` is the
    peak memory of all processes together, in megabytes (proportional set size, in which a shared
    page counts once). `main_mb` is the peak memory of the first command's own process, in megabytes
    (resident set size).
    """

    wall: float
    cpu: float
    peak_mb: float
    main_mb: float


def measure(*commands: list[str], folder: Path) -> Cost:
    """Run commands in parallel in `folder`. All must exit with 0 or 3.

    Raise RuntimeError, with the output, if one has another exit code.
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
    """Measure the machine's load from other programs, in processor seconds a second. Cached."""
    busy = _busy()
    time.sleep(IDLE_SECONDS)
    return (_busy() - busy) / IDLE_SECONDS


def _busy() -> float:
    """Return the processor seconds that this machine has used since boot (proc(5), /proc/stat)."""
    user, nice, system, _, _, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


class Meter:
    """A meter for the processor time of a command and its descendants, on a busy machine too.

    The kernel counts it in a control group (version 2). If no group can be made, the meter falls
    back to the processor time of the whole machine.
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
        """The prefix of a command that puts it into the control group."""
        if self.group is None:
            return []
        return ["sh", "-c", f'echo $$ > {self.group}/cgroup.procs && exec "$@"', "sh"]

    def seconds(self) -> float:
        """Return the processor seconds used until now."""
        if self.group is None:
            return _busy() - idle_load() * time.monotonic()
        (used,) = [
            line.split()[1]
            for line in (self.group / "cpu.stat").read_text().splitlines()
            if line.startswith("usage_usec")
        ]
        return int(used) / 1e6

    def close(self) -> None:
        """Remove the group, whose processes must have ended."""
        if self.group is not None:
            with contextlib.suppress(OSError):  # a process of the group still runs
                self.group.rmdir()


class _Sampler(threading.Thread):
    """A thread that samples the memory of processes and of their children until `stop`."""

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
    """Return the proportional set size in bytes. Reading smaps_rollup is far faster than smaps."""
    try:
        for line in Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    except (OSError, psutil.NoSuchProcess):
        pass  # the process has ended meanwhile
    return 0
