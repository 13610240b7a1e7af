"""Where submissions are graded: processes of this machine, or the workers of a Dask cluster.

Both pools take jobs and give `concurrent.futures.Future`s. A worker that dies is told from a
submission that fails by `crashed`.
"""

import concurrent.futures
import contextlib
import itertools
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import socket
import tempfile
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path

import psutil

from ..errors import Stopped
from ..notebook.engine import nursery_for
from ..notebook.nursery import Nursery
from .jobs import Job, Pack, Result
from .server import start_server
from .worker import grade_submission

# For each worker one submission at work and one in line, so that none waits for the next.
IN_LINE = 2
WITHOUT_WORKERS = 60  # seconds to wait for the first Dask worker, or for one to come back


class LocalPool:
    """Worker processes on this machine.

    Arguments
    ---------
    pack:
        The assignment.
    workers:
        How many processes.
    scratch:
        A folder for the workers' temporary files; whoever made it removes it.
    nursery:
        The warm process that all workers have their notebooks forked from. The pool ends it.
    """

    def __init__(self, pack: Pack, workers: int, scratch: Path, nursery: Nursery):
        self.workers = workers
        self.scratch = scratch
        self.nursery = nursery
        # Read by each worker once: an assignment may bring a large data set along.
        self.pack = scratch / "pack"
        self.pack.write_bytes(pickle.dumps(pack))
        self.context = start_server()
        self.executor = self._start()

    def _start(self) -> concurrent.futures.ProcessPoolExecutor:
        given = (str(self.scratch), self.nursery.preload, self.nursery.socket)
        return concurrent.futures.ProcessPoolExecutor(
            self.workers, self.context, initializer=_begin_worker, initargs=given
        )

    def capacity(self) -> int:
        """How many jobs to have under way."""
        return IN_LINE * self.workers

    def submit(self, job: Job) -> concurrent.futures.Future:
        """Have a submission graded: the future's result is a `jobs.Result`."""
        work = (_grade, str(self.pack), job)
        try:
            return self.executor.submit(*work)
        except BrokenProcessPool:  # for good, once a worker has died
            self.executor = self._start()
            return self.executor.submit(*work)

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because its worker died."""
        return isinstance(error, BrokenProcessPool)

    def close(self) -> None:
        """End the workers, also those that are at work, with all that they have started."""
        self.executor.shutdown(wait=False, cancel_futures=True)
        workers = multiprocessing.active_children()
        families = [_family(worker.pid) for worker in workers]
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


def _begin_worker(scratch: str, preload: tuple[str, ...], shared: socket.socket) -> None:
    nursery_for(preload, shared)
    # So that nothing is left behind where workers are ended before they can clean up.
    tempfile.tempdir = scratch
    # Ctrl-C reaches the whole process group; the main process decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave no worker behind when the main process is killed: it would wait for work for ever."""
    multiprocessing.connection.wait([multiprocessing.parent_process().sentinel])
    os._exit(1)


@lru_cache(maxsize=1)
def _load(path: str) -> Pack:
    return pickle.loads(Path(path).read_bytes())


def _grade(path: str, job: Job) -> Result:
    return grade_submission(_load(path), job)


class DaskPool:
    """The workers of a Dask cluster. They need this package, and no access to the course.

    Arguments
    ---------
    pack:
        The assignment.
    address:
        The scheduler's address, such as tcp://host:8786.

    Raises
    ------
    Stopped
        If there is no such scheduler, or Dask is not installed.
    """

    def __init__(self, pack: Pack, address: str):
        try:
            import distributed
        except ImportError as error:
            sentence = "--scheduler needs Dask: pip install 'nbjudge[dask]'"
            raise Stopped(sentence) from error
        self.address = address
        self.killed = distributed.KilledWorker
        try:
            self.client = distributed.Client(address, timeout=10, set_as_default=False)
        except (OSError, ValueError) as error:
            raise Stopped(f"No Dask scheduler answers at {address}") from error
        # As a task, not as data: a worker that dies with it does not take it along.
        self.pack = self.client.submit(_same, pack, pure=False)
        self.executor = self.client.get_executor(pure=False)
        self.checked, self.threads, self.seen = 0.0, 0, time.monotonic()

    def capacity(self) -> int:
        """How many jobs to have under way: workers come and go.

        Raises
        ------
        Stopped
            If the scheduler is gone, or has had no worker for a minute.
        """
        now = time.monotonic()
        if now - self.checked > 2:
            self.checked = now
            try:
                self.threads = sum(self.client.nthreads().values())
            except (OSError, TimeoutError) as error:
                raise self._lost() from error
            if self.client.status != "running":
                raise self._lost()
            if self.threads:
                self.seen = now
            elif now - self.seen > WITHOUT_WORKERS:
                sentence = f"The Dask scheduler at {self.address} has no workers"
                raise Stopped(f"{sentence}. Start some: dask worker {self.address}")
        return IN_LINE * self.threads

    def _lost(self) -> Stopped:
        sentence = f"The Dask scheduler at {self.address} is gone"
        return Stopped(f"{sentence}. What was graded is stored; run the command again")

    def submit(self, job: Job) -> concurrent.futures.Future:
        """Have a submission graded: the future's result is a `jobs.Result`."""
        return self.executor.submit(grade_submission, self.pack, job)

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because several workers died over it, one after the other."""
        return isinstance(error, self.killed)

    def close(self) -> None:
        self.client.close()


def _same(pack: Pack) -> Pack:
    return pack
