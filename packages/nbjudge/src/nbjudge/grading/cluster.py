"""A pool of workers on a Dask cluster."""

import time
from concurrent.futures import Future
from typing import Any

from ..errors import RunStoppedError
from .jobs import Answered, Job, SharedInputs
from .pools import IN_LINE, Killed
from .worker import do_job

CONNECT = 10  # seconds to connect to the scheduler
WITHOUT_WORKERS = 60  # seconds without any worker before the run stops


class DaskPool:
    """A pool on a Dask cluster. Its workers need this package, but no access to the course.

    `address` is the scheduler's, such as tcp://host:8786. Raises `RunStoppedError` if there is no
    such scheduler, or Dask is not installed.
    """

    def __init__(self, inputs: SharedInputs, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            sentence = "--scheduler needs Dask: pip install distributed"
            raise RunStoppedError(sentence) from error
        self.address = address
        self.killed: Killed = (distributed.KilledWorker,)  # several in a row died running it
        try:
            self.client: Any = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise RunStoppedError(
                f"No Dask scheduler answers at {address}. Check the address"
            ) from error
        # Send the pack as the result of a task, not as scattered data. If the worker that holds it
        # dies, Dask runs the task again on another worker; scattered data would be lost.
        self.inputs = self.client.submit(_same, inputs, pure=False)
        self.executor = self.client.get_executor(pure=False)
        self.threads = 0
        # Monotonic times in seconds: of the last look, and of the last one that saw a worker.
        self.checked = 0.0
        self.seen = time.monotonic()

    def capacity(self) -> int:
        """Return the number of jobs to have in flight, which changes as workers join and leave.

        Raises `RunStoppedError` if the scheduler is gone, or has had no worker for a minute.
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
                raise RunStoppedError(f"{sentence}. Start some: dask worker {self.address}")
        return IN_LINE * self.threads

    def _lost(self) -> RunStoppedError:
        sentence = f"The Dask scheduler at {self.address} is gone"
        return RunStoppedError(f"{sentence}. The grades so far are stored; run the command again")

    def submit(self, job: Job) -> Future[Answered]:
        """Queue a submission. The future's result is a `jobs.Answered`."""
        future: Future[Answered] = self.executor.submit(do_job, self.inputs, job)
        return future

    def close(self) -> None:
        """Disconnect from the cluster, which keeps running."""
        self.client.close()


def _same(inputs: SharedInputs) -> SharedInputs:
    return inputs
