"""Where submissions are graded: what a pool must do, and the simplest one.

`Pool` is what `dispatch` asks for. `local.LocalPool` grades in processes of this machine,
`cluster.DaskPool` on the workers of a Dask cluster, and `InlinePool` in this process, one
submission after the other.
"""

from concurrent.futures import Future
from typing import Protocol

from .jobs import GradingJob, Pack, Result
from .worker import grade_submission


class Pool(Protocol):
    """Takes jobs, and gives a future for each."""

    def capacity(self) -> int:
        """How many jobs to have under way; 0 where there are no workers for now.

        Raises
        ------
        Stopped
            If there will be none.
        """
        ...

    def submit(self, job: GradingJob) -> Future[Result]:
        """Have a submission graded. The future raises only for what the worker ran on."""
        ...

    def crashed(self, error: BaseException) -> bool:
        """Whether a future failed because the worker died, and not by an error in it."""
        ...

    def close(self) -> None:
        """End all that the pool has started."""
        ...


class InlinePool:
    """No workers: a job is done before `submit` returns.

    Parameters
    ----------
    pack
        The assignment.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def capacity(self) -> int:
        return 1

    def submit(self, job: GradingJob) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(grade_submission(self.pack, job))
        except Exception as error:
            future.set_exception(error)
        return future

    def crashed(self, error: BaseException) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to end."""
