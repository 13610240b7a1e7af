"""Worker processes on this machine, forked from this one, which has imported nbgrader."""

import contextlib
import gc
import itertools
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import socket
import tempfile
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path

import psutil

from ..processes.engine import nursery_for
from ..processes.nursery import Nursery
from .jobs import GradingJob, Pack, Result
from .worker import grade_submission

IN_LINE = 2  # submissions for each worker: one at work and one in line, so that none waits
INTERRUPTS = {signal.SIGINT, signal.SIGTERM}  # what interrupts a run


class LocalPool:
    """Worker processes on this machine.

    Parameters
    ----------
    pack
        The assignment.
    workers
        How many processes.
    scratch
        A folder for the workers' temporary files; whoever made it removes it.
    nursery
        The warm process that all workers have their notebooks forked from. The pool ends it.
    """

    def __init__(
        self,
        pack: Pack,
        workers: int,
        scratch: Path,
        nursery: Nursery,
    ) -> None:
        self.workers = workers
        self.scratch = scratch
        self.nursery = nursery
        # Read by each worker once: an assignment may bring a large data set along.
        self.pack = scratch / "pack"
        self.pack.write_bytes(pickle.dumps(pack))
        gc.freeze()  # so that a collection in a worker does not copy every page
        self.executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.workers,
            multiprocessing.get_context("fork"),
            initializer=_begin_worker,
            initargs=(str(self.scratch), self.nursery.preload or (), self.nursery.socket),
        )

    def capacity(self) -> int:
        """How many jobs to have under way."""
        return IN_LINE * self.workers

    def submit(self, job: GradingJob) -> Future[Result]:
        """Have a submission graded: the future's result is a `jobs.Result`."""
        # Workers are forked here. None hears a signal before it has said what it does about it.
        signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            return self.executor.submit(_grade, str(self.pack), job)
        except BrokenProcessPool:  # for good, once a worker has died
            self.executor = self._start()
            return self.executor.submit(_grade, str(self.pack), job)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because its worker died."""
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        """End the workers, also those that are at work, with all that they have started."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        workers = multiprocessing.active_children()
        families = [_family(worker.pid) for worker in workers if worker.pid is not None]
        if self.nursery.process:
            families.append(_family(self.nursery.process.pid))
        # What is cut off in the middle of a notebook would complain.
        for process in itertools.chain(*families):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        for worker in workers:
            worker.join()
        self.nursery.close()


def _family(pid: int) -> list[psutil.Process]:
    """A process and all that it has started; nothing if it has ended by itself."""
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _begin_worker(scratch: str, preload: tuple[str, ...], shared: socket.socket | None) -> None:
    """End with the parent, and leave what to do about signals to it."""
    nursery_for(preload, shared)
    # So that nothing is left behind where workers are ended before they can clean up.
    tempfile.tempdir = scratch
    # Ctrl-C reaches the whole process group; the main process decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave no worker behind when the main process is killed: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


@lru_cache(maxsize=1)
def _load(path: str) -> Pack:
    pack: Pack = pickle.loads(Path(path).read_bytes())
    return pack


def _grade(path: str, job: GradingJob) -> Result:
    return grade_submission(_load(path), job)
