"""Progress displays: a bar in a terminal, plain lines elsewhere."""

import datetime
import re
import sys
import time
from collections.abc import Callable
from typing import NamedTuple, Self

from ..files.text import needing_attention

SECONDS_BETWEEN_LINES = 10
# Rich estimates the time that is left from the results in this period. A notebook may take minutes.
ESTIMATE_SECONDS = 600


class Words(NamedTuple):
    """The words of a display: the activity, its past participle, and how many need attention."""

    doing: str = "Grading"
    done: str = "graded"
    attention: Callable[[int], str] = needing_attention


class Bar:
    """A progress bar that also shows the submissions that need attention and the time left."""

    def __init__(self, total: int, words: Words) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self.bar = Progress(
            TextColumn(words.doing),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[attention]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            speed_estimate_period=ESTIMATE_SECONDS,
        )
        self.words = words
        self.task = self.bar.add_task("", total=total, attention=words.attention(0))

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.bar.stop()

    def update(self, done: int, attention: int) -> None:
        self.bar.update(self.task, completed=done, attention=self.words.attention(attention))


class Quiet:
    """A display that shows nothing."""

    def __init__(self, total: int) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def update(self, done: int, attention: int) -> None:
        """Show nothing."""


class Lines(Quiet):
    """A display for log files: at most one line every ten seconds."""

    def __init__(self, total: int, words: Words) -> None:
        from rich.progress import Progress

        self.total = total
        self.words = words
        self.printed_at = time.monotonic()  # the last line
        # Not displayed: rich estimates the time that is left.
        self.progress = Progress(disable=True, speed_estimate_period=ESTIMATE_SECONDS)
        self.task = self.progress.add_task("", total=total)

    def update(self, done: int, attention: int) -> None:
        now = time.monotonic()
        self.progress.update(self.task, completed=done)
        if now - self.printed_at < SECONDS_BETWEEN_LINES:
            return
        self.printed_at = now
        line = f"{done} of {self.total} {self.words.done}, {self.words.attention(attention)}"
        seconds = self.progress.tasks[0].time_remaining
        if seconds is not None:
            line += f", about {datetime.timedelta(seconds=round(seconds))} left"
        print(line, file=sys.stderr, flush=True)


Display = Bar | Quiet


def latest_line(output: str) -> str:
    """Return the latest line of `Lines` in a command's output; "" if there is none."""
    lines = re.findall(r"^\d+ of \d+ graded, .*$", output, re.MULTILINE)
    return lines[-1] if lines else ""


def show_progress(total: int, words: Words | None = None) -> Display:
    """Return a display on stderr for `total` submissions: a context manager with `update`."""
    return (Bar if sys.stderr.isatty() else Lines)(total, words or Words())
