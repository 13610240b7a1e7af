"""Show how far a run is: a bar in a terminal, plain lines elsewhere."""

import sys
import time
from typing import NamedTuple, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SECONDS_BETWEEN_LINES = 10


class Words(NamedTuple):
    """What is under way, what was done of it, and what is said of those that a person looks at."""

    doing: str = "Grading"
    done: str = "graded"
    attention: str = "need attention"


class Bar:
    """A bar with how many are done, how many need attention, and the time left."""

    def __init__(self, total: int, words: Words) -> None:
        self.bar = Progress(
            TextColumn(words.doing),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[attention]} " + words.attention),
            TimeRemainingColumn(),
            TextColumn("left"),
            console=Console(stderr=True),
            transient=True,
        )
        self.task = self.bar.add_task("", total=total, attention=0)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.bar.stop()

    def update(self, done: int, attention: int) -> None:
        self.bar.update(self.task, completed=done, attention=attention)


class Lines:
    """The same in lines, one every ten seconds, for a log file."""

    def __init__(self, total: int, words: Words) -> None:
        self.total, self.words = total, words
        self.started = self.said = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def update(self, done: int, attention: int) -> None:
        now = time.monotonic()
        if now - self.said < SECONDS_BETWEEN_LINES:
            return
        self.said = now
        left = (now - self.started) * (self.total - done) / max(done, 1)
        print(
            f"{done} of {self.total} {self.words.done}, {attention} {self.words.attention}, "
            f"about {_duration(left)} left",
            file=sys.stderr,
            flush=True,
        )


def show_progress(total: int, words: Words | None = None) -> Bar | Lines:
    """Show the progress over `total` submissions on stderr; a context manager with `update`."""
    return (Bar if sys.stderr.isatty() else Lines)(total, words or Words())


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
