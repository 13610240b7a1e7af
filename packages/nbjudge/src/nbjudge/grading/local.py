"""Worker processes on this machine, forked from this one, which has imported nbgrader.

Entry points: `Workers`, and `LocalPool`, which grades on them.
"""

import contextlib
import ctypes
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

from ..processes.engine import nursery_for
from ..processes.nursery import Nursery
from ..sandbox.child import PR_SET_PDEATHSIG
from .jobs import GradingJob, Pack, Result
from .worker import grade_submission

IN_LINE = 2  # submissions for each worker: one at work and one in line, so that none waits
INTERRUPTS = {signal.SIGINT, signal.SIGTERM}  # what interrupts a run

_Task = TypeVar("_Task")
_Value = TypeVar("_Value")


class Workers(Generic[_Task, _Value]):
    """Worker processes, forked when this is made: make it before a thread begins.

    Parameters
    ----------
    number
        How many processes.
    begin
        Called in each worker when it starts. Returns the function that does a task. An exception
        in it is the exception of every task.
    scratch
        A folder for the workers' temporary files, or None for the usual one. The caller removes it.
    """

    def __init__(
        self, number: int, begin: Callable[[], Callable[[_Task], _Value]], scratch: Path | None
    ) -> None:
        self.number, self.begin, self.scratch = number, begin, scratch
        self._start()

    def _start(self) -> None:
        self._executor = ProcessPoolExecutor(
            self.number,
            multiprocessing.get_context("fork"),
            initializer=_begin_worker,
            initargs=(self.begin, self.scratch, os.getpid()),
        )
        # Under fork, the first submit starts all processes, before the executor's own thread. The
        # difference tells ours from those of another pool, which `close` must not kill.
        others = set(multiprocessing.active_children())
        # No worker receives a signal before it has said what it does about it.
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            self._executor.submit(int)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
        self._children: set[BaseProcess] = set(multiprocessing.active_children()) - others

    def submit(self, task: _Task) -> Future[_Value]:
        """Have a task done.

        Returns
        -------
        A future of the result. It raises what `begin` or the task has raised, and
        ``BrokenProcessPool`` if a worker was killed: that ends all tasks under way.
        """
        try:
            return self._executor.submit(_do, task)
        except BrokenProcessPool:  # for good, once a worker has died
            self._start()
            return self._executor.submit(_do, task)

    def close(self, others: Iterable[psutil.Process] = ()) -> None:
        """Kill the workers and all that they have started, and other processes with them."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        families = [_family(worker.pid) for worker in self._children if worker.pid is not None]
        # In one go: a process that is cut off from another one would complain.
        for process in itertools.chain(*families, others):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        for worker in self._children:
            worker.join()


class LocalPool:
    """Grades in worker processes of this machine.

    Parameters
    ----------
    pack
        The assignment. The workers inherit it, so it is copied to none of them.
    workers
        How many processes.
    scratch
        A folder for the workers' temporary files; whoever made it removes it.
    nursery
        The warm process that all workers have their notebooks forked from. The pool ends it.
    """

    def __init__(self, pack: Pack, workers: int, scratch: Path, nursery: Nursery) -> None:
        self.nursery = nursery
        gc.freeze()  # so that a collection in a worker does not copy every page
        begin = partial(_begin_grading, pack, nursery.preload or (), nursery.socket)
        self.workers: Workers[GradingJob, Result] = Workers(workers, begin, scratch)

    def capacity(self) -> int:
        """How many jobs to have under way."""
        return IN_LINE * self.workers.number

    def submit(self, job: GradingJob) -> Future[Result]:
        """Have a submission graded: the future's result is a `jobs.Result`."""
        return self.workers.submit(job)

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because its worker died."""
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        """End the workers, also those that are at work, with all that they have started."""
        warm = self.nursery.process
        self.workers.close(_family(warm.pid) if warm else ())
        self.nursery.close()


def _begin_grading(
    pack: Pack, preload: tuple[str, ...], shared: socket.socket | None
) -> Callable[[GradingJob], Result]:
    nursery_for(preload, shared)
    return partial(grade_submission, pack)


def _family(pid: int) -> list[psutil.Process]:
    """A process and all that it has started; nothing if it has ended by itself."""
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


_work: Callable[[Any], Any]  # in a worker: does a task


def _begin_worker(
    begin: Callable[[], Callable[[Any], Any]], scratch: Path | None, parent: int
) -> None:
    """Make this process a worker."""
    global _work
    # A worker never outlives the process that asks, however that was killed.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    if scratch:  # so that nothing is left behind by workers that are ended before they clean up
        tempfile.tempdir = str(scratch)
    # Ctrl-C reaches the whole process group; the main process decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    try:
        _work = begin()
    except Exception as error:  # an initializer that raises breaks the pool, without its reason
        _work = partial(_fail, error)


def _do(task: Any) -> Any:
    return _work(task)


def _fail(error: Exception, _: object) -> None:
    raise error
