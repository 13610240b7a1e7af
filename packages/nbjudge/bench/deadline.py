"""Simulation of the last hour before a deadline: a class's waiting times, by number of cores.

    python bench/deadline.py [--cpu 0.7] [--students 10000] [--sample 12 --scheduler ADDRESS]
        [--course FOLDER --assignment NAME --submissions FOLDER ...]

Computes the waits from the processor time of an attempt, which `bench/watch.py` measures. With
`--sample N`, it also grades every Nth student who submits during the last minute, on this machine
or with a Dask scheduler, and prints the simulated waits for the same students and cores.
"""

import argparse
import os
import random
import statistics
import tempfile
from collections.abc import Iterator
from heapq import heapreplace
from pathlib import Path

from bench_course import BenchCourse, add_course_arguments
from run import positive, print_lines
from watched_course import make_course, watching

HOUR, LAST = 3600, 60  # seconds
Arrivals = list[tuple[float, int]]


def main() -> None:
    parser = argparse.ArgumentParser(description="Work out the last hour before a deadline.")
    parser.add_argument("--students", type=positive, default=10_000)
    parser.add_argument("--attempts", type=positive, default=3, help="of each of these")
    parser.add_argument("--cpu", type=float, default=0.7, help="processor seconds of an attempt")
    parser.add_argument("--cores", type=positive, nargs="*", default=[2, 4, 6, 8, 12, 16, 32])
    parser.add_argument("--sample", type=positive, help="grade every so many students for real")
    parser.add_argument("--scheduler", help="the address of a Dask scheduler to grade on")
    add_course_arguments(parser)
    given = parser.parse_args()
    arrivals = make_arrivals(given.students, given.attempts)
    print(f"{given.students} students, {given.attempts} attempts each in the last hour, ", end="")
    print(f"{given.cpu:.2f} s each:\n")
    print_lines(worked_out(arrivals, given.cpu, given.cores))
    if given.sample:
        chosen = [
            (when - (HOUR - LAST), student)
            for when, student in arrivals
            if when > HOUR - LAST and student % given.sample == 0
        ]
        print_lines(graded(chosen, given))


def make_arrivals(students: int, attempts: int) -> Arrivals:
    """Draw a time in seconds and a student for each attempt, sorted by time.

    Attempts become more frequent towards the deadline. Their density is proportional to the time
    elapsed, so half of them arrive in the last 18 minutes.
    """
    chance = random.Random(1)
    return sorted(
        (HOUR * chance.random() ** 0.5, student)
        for student in range(students)
        for _ in range(attempts)
    )


def worked_out(arrivals: Arrivals, cpu: float, cores: list[int]) -> Iterator[str]:
    """Yield the lines of a table of the simulated waits, by number of cores."""
    yield "| cores | median wait, s | longest wait, s | graded | replaced by a newer one |"
    yield "| --- | --- | --- | --- | --- |"
    for number in cores:
        waits, replaced = simulate(arrivals, cpu, number)
        yield (
            f"| {number} | {statistics.median(waits):.0f} | {max(waits):.0f} "
            f"| {len(waits)} | {replaced} |"
        )


def simulate(arrivals: Arrivals, seconds: float, cores: int) -> tuple[list[float], int]:
    """Simulate a queue that keeps each student's newest attempt, in order of first arrival.

    Return the waits of the graded attempts in seconds, and the number of replaced attempts.
    """
    free = [0.0] * cores
    waiting: dict[int, float] = {}  # student to arrival of the newest attempt, in queue order
    waits, replaced, position = [], 0, 0
    while position < len(arrivals) or waiting:
        now = free[0]
        if not waiting:
            now = max(now, arrivals[position][0])
        while position < len(arrivals) and arrivals[position][0] <= now:
            when, student = arrivals[position]
            replaced += student in waiting
            waiting[student] = when
            position += 1
        student = next(iter(waiting))
        waits.append(now + seconds - waiting.pop(student))
        heapreplace(free, now + seconds)
    return waits, replaced


def graded(arrivals: Arrivals, given: argparse.Namespace) -> Iterator[str]:
    """Grade a sample with `nbjudge watch`; yield a table that compares it with the simulation."""
    arguments = ["--scheduler", given.scheduler] if given.scheduler else []
    with tempfile.TemporaryDirectory(prefix="nbjudge-bench-") as folder:
        course = make_course(BenchCourse.read(given, Path(folder)), Path(folder))
        ready = [(when, course.make_ready(f"s{student:05}")) for when, student in arrivals]
        with watching(course, *arguments) as meter:
            used = meter.seconds()
            done = course.put_all(ready)
            used = meter.seconds() - used
    waits = [seconds for seconds, state in done if state == "graded"]
    cores = os.cpu_count() or 1
    expected, replaced = simulate(arrivals, given.cpu, cores)
    where = "by Dask" if given.scheduler else "on this machine"
    yield f"A sample of {len(arrivals)} attempts within {LAST} s, graded {where}, {cores} cores:"
    yield ""
    yield "| | median wait, s | longest wait, s | graded | replaced |"
    yield "| --- | --- | --- | --- | --- |"
    yield (
        f"| worked out | {statistics.median(expected):.0f} | {max(expected):.0f} "
        f"| {len(expected)} | {replaced} |"
    )
    yield (
        f"| graded | {statistics.median(waits):.0f} | {max(waits):.0f} "
        f"| {len(waits)} | {len(done) - len(waits)} |"
    )
    yield ""
    yield f"Processor time of the watch and of its own workers: {used / len(waits):.2f} s each."


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
