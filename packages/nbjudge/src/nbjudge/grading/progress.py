"""Show how far a run is: a bar in a terminal, plain lines elsewhere."""

import sys
import time
from typing import NamedTuple, Protocol, Self

SECONDS_BETWEEN_LINES = 10
# Each worker's first result comes at about the same time, after all that had to start: time is told
# by what comes after those, when there are as many again.
TOGETHER = 1.0  # seconds from the first result on
ENOUGH = 3  # submissions at least


class Estimate:
    """How long a run takes from now, by what came after its first results.

    Parameters
    ----------
    total
        How many submissions are graded.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        # Of the first results: how many, and when the last of them came.
        self.first: tuple[int, float] | None = None
        self.began = 0.0  # when the first of them came

    def left(self, done: int) -> str:
        """Say how long the rest takes; nothing where that cannot be told yet."""
        now = time.monotonic()
        if done and (self.first is None or now - self.began < TOGETHER):
            self.began = self.began if self.first else now
            self.first = done, now
        if self.first is None or done - self.first[0] < max(ENOUGH, self.first[0]):
            return ""
        count, since = self.first
        return f"about {_duration((now - since) * (self.total - done) / (done - count))} left"


class Words(NamedTuple):
    """What is under way, what was done of it, and what is said of those that a person looks at."""

    doing: str = "Grading"
    done: str = "graded"
    attention: str = "need attention"


class ProgressDisplay(Protocol):
    """Is told how many submissions are done, and how many of these need attention."""

    def update(self, done: int, attention: int) -> None: ...


class Bar:
    """A bar with how many are done, how many need attention, and the time left."""

    def __init__(self, total: int, words: Words) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self.bar = Progress(
            TextColumn(words.doing),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[attention]} " + words.attention),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.bar.add_task("", total=total, attention=0, left="")
        self.estimate = Estimate(total)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.bar.stop()

    def update(self, done: int, attention: int) -> None:
        left = self.estimate.left(done)
        self.bar.update(self.task, completed=done, attention=attention, left=left)


class Lines:
    """The same in lines, one every ten seconds, for a log file."""

    def __init__(self, total: int, words: Words) -> None:
        self.total, self.words = total, words
        self.said = time.monotonic()
        self.estimate = Estimate(total)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def update(self, done: int, attention: int) -> None:
        now, left = time.monotonic(), self.estimate.left(done)
        if now - self.said < SECONDS_BETWEEN_LINES:
            return
        self.said = now
        said = f"{done} of {self.total} {self.words.done}, {attention} {self.words.attention}"
        print(f"{said}, {left}" if left else said, file=sys.stderr, flush=True)


class Quiet:
    """Nothing, where something else is said."""

    def __init__(self, total: int) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def update(self, done: int, attention: int) -> None:
        """Say nothing."""


Display = Bar | Lines | Quiet


def show_progress(total: int, words: Words | None = None) -> Display:
    """Show the progress over `total` submissions on stderr; a context manager with `update`."""
    return (Bar if sys.stderr.isatty() else Lines)(total, words or Words())


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
