"""The interface of a pool that grades submissions, and the simplest pool.

`dispatch` works with any `Pool`. `local.LocalPool` grades in processes on this machine,
`cluster.DaskPool` on the workers of a Dask cluster, and `InlinePool` in this process, one
submission at a time.
"""

from concurrent.futures import Future
from typing import Protocol

from .jobs import Answered, Job, SharedInputs
from .worker import do_job

IN_LINE = 2  # jobs per worker: one running and one queued, so no worker idles between two jobs
Killed = tuple[type[BaseException], ...]


class Pool(Protocol):
    """A pool of workers that returns a future for each job.

    `killed` lists the exceptions of a future whose worker died.
    """

    killed: Killed

    def capacity(self) -> int:
        """Return the number of jobs to have in flight; 0 while there are no workers.

        Raises `RunStoppedError` if no worker can be expected any more.
        """

    def submit(self, job: Job) -> Future[Answered]:
        """Queue a submission. The future raises only if the worker or its machine fails."""

    def close(self) -> None:
        """End every process that the pool has started."""


class InlinePool:
    """A pool without workers: `submit` grades the job before it returns."""

    killed: Killed = ()

    def __init__(self, inputs: SharedInputs) -> None:
        self.inputs = inputs

    def capacity(self) -> int:
        return 1

    def submit(self, job: Job) -> Future[Answered]:
        future: Future[Answered] = Future()
        try:
            future.set_result(do_job(self.inputs, job))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Do nothing: this pool starts no process."""
