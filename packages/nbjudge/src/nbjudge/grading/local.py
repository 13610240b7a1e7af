"""Worker processes on this machine, forked from this process after it has imported nbgrader.

Entry points: `Workers`, a pool for any task, and `LocalPool`, which grades submissions.
"""

import contextlib
import gc
import itertools
import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Generic, TypeVar

import psutil

from nbisolate import ForkServer

from ..files.child import begin_child
from ..runner import forkserver_for
from .jobs import Answered, Job, SharedInputs
from .pools import IN_LINE, Killed
from .worker import do_job

INTERRUPTS = {signal.SIGINT, signal.SIGTERM}  # the signals that interrupt a run

_Task = TypeVar("_Task")
_Value = TypeVar("_Value")


class Workers(Generic[_Task, _Value]):
    """A pool of worker processes, forked by the constructor. Create it before any thread.

    Each worker calls `begin` when it starts, and runs tasks with the function that it returns. If
    `begin` raises, every task fails with that exception. The caller removes `scratch`, the folder
    for temporary files; None stands for the usual one.
    """

    def __init__(
        self, number: int, begin: Callable[[], Callable[[_Task], _Value]], scratch: Path | None
    ) -> None:
        self.number = number
        self.begin = begin
        self.scratch = scratch
        self._start()

    def _start(self) -> None:
        self._executor = ProcessPoolExecutor(
            self.number,
            multiprocessing.get_context("fork"),
            initializer=_begin_worker,
            initargs=(self.begin, self.scratch, os.getpid()),
        )
        # With the fork start method, the first submit forks all processes, before the executor
        # starts its thread. Comparing the children before and after finds the workers of this pool;
        # `close` must not kill those of another pool.
        before = set(multiprocessing.active_children())
        # Block the signals over the fork: a worker inherits the mask, and unblocks them only after
        # it has replaced this process's signal handlers with its own.
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            try:
                self._executor.submit(int)
            finally:
                self._children: set[BaseProcess] = set(multiprocessing.active_children()) - before
                signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        except BaseException:
            # Such as an interrupt that came during the fork. Nobody else can end these workers yet,
            # and this process would wait for them at its end.
            self.close()
            raise

    def submit(self, task: _Task) -> Future[_Value]:
        """Queue a task, and return a future of its result.

        The future raises the exception of `begin` or of the task, or `BrokenProcessPool` if a
        worker was killed, which fails all tasks in flight.
        """
        try:
            return self._executor.submit(_do, task)
        except BrokenProcessPool:  # an executor cannot be used again once a worker has died
            self._start()
            return self._executor.submit(_do, task)

    def close(self, others: Iterable[psutil.Process] = ()) -> None:
        """Kill the workers with all their descendants, and the processes in `others`."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        families = [_family(worker.pid) for worker in self._children if worker.pid is not None]
        # Collect all processes first, then kill them without a pause: one that notices that its
        # peer is gone would print an error.
        for process in itertools.chain(*families, others):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        for worker in self._children:
            worker.join()


class LocalPool:
    """A pool of grading workers on this machine.

    Workers inherit the pack through the fork, so it is never pickled. The caller removes `scratch`.
    `close` ends the fork server, which forks the notebook processes of all workers.
    """

    killed: Killed = (BrokenProcessPool,)

    def __init__(
        self, inputs: SharedInputs, workers: int, scratch: Path, forkserver: ForkServer
    ) -> None:
        self.forkserver = forkserver
        # A garbage collection writes to the header of every object it visits, which would copy
        # every page that a worker shares with this process. Frozen objects are not visited.
        gc.freeze()
        begin = partial(_begin_grading, inputs, forkserver.preload or (), forkserver.socket)
        self.workers: Workers[Job, Answered] = Workers(workers, begin, scratch)

    def capacity(self) -> int:
        """Return the number of jobs to have in flight."""
        return IN_LINE * self.workers.number

    def submit(self, job: Job) -> Future[Answered]:
        """Queue a submission. The future's result is a `jobs.Answered`."""
        return self.workers.submit(job)

    def close(self) -> None:
        """Kill the workers, even busy ones, with all their descendants and the fork server."""
        warm = self.forkserver.process
        self.workers.close(_family(warm.pid) if warm else ())
        self.forkserver.close()


def _begin_grading(
    inputs: SharedInputs, preload: tuple[str, ...], shared: socket.socket | None
) -> Callable[[Job], Answered]:
    forkserver_for(preload, shared)
    return partial(do_job, inputs)


def _family(pid: int) -> list[psutil.Process]:
    """Return a process and its descendants; an empty list if it has already ended."""
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


_work: Callable[[Any], Any]  # set in a worker only: runs a task


def _begin_worker(
    begin: Callable[[], Callable[[Any], Any]], scratch: Path | None, parent: int
) -> None:
    """Turn this process into a worker: set up its signals, scratch folder and task function."""
    global _work
    begin_child(parent)
    if scratch:  # a killed worker cannot clean up; the caller removes this folder in any case
        tempfile.tempdir = str(scratch)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    try:
        _work = begin()
    except Exception as error:
        # If an initializer raises, concurrent.futures reports a broken pool without the reason.
        # Report it from each task instead.
        _work = partial(_fail, error)


def _do(task: Any) -> Any:
    return _work(task)


def _fail(error: Exception, _: object) -> None:
    raise error
