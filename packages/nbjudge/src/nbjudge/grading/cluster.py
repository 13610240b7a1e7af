"""The workers of a Dask cluster."""

import time
from concurrent.futures import Future
from typing import Any

from ..errors import Stopped
from .jobs import GradingJob, Pack, Result
from .worker import grade_submission

IN_LINE = 2  # submissions for each worker: one at work and one in line, so that none waits
CONNECT = 10  # seconds to reach the scheduler in
WITHOUT_WORKERS = 60  # seconds to wait for the first worker, or for one to come back


class DaskPool:
    """The workers of a Dask cluster. They need this package, and no access to the course.

    Parameters
    ----------
    pack
        The assignment.
    address
        The scheduler's address, such as tcp://host:8786.

    Raises
    ------
    Stopped
        If there is no such scheduler, or Dask is not installed.
    """

    def __init__(self, pack: Pack, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            sentence = "--scheduler needs Dask: pip install 'nbjudge[dask]'"
            raise Stopped(sentence) from error
        self.address = address
        self.killed: type[Exception] = distributed.KilledWorker
        try:
            self.client: Any = distributed.Client(address, timeout=CONNECT, set_as_default=False)
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

    def submit(self, job: GradingJob) -> Future[Result]:
        """Have a submission graded: the future's result is a `jobs.Result`."""
        future: Future[Result] = self.executor.submit(grade_submission, self.pack, job)
        return future

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because several workers died over it, one after the other."""
        return isinstance(error, self.killed)

    def close(self) -> None:
        """Let go of the cluster, which goes on."""
        self.client.close()


def _same(pack: Pack) -> Pack:
    return pack
