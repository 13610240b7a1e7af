"""Progress displays: a bar in a terminal, plain lines elsewhere."""

import re
import sys
import time
from typing import NamedTuple, Self

SECONDS_BETWEEN_LINES = 10
# All workers deliver their first results at about the same time, after their start-up cost. Those
# results say nothing about the rate, so the estimate uses only later ones, once there are as many.
TOGETHER = 1.0  # seconds after the first result in which results count as first ones
ENOUGH = 3  # the fewest later results for an estimate


class Estimate:
    """An estimate of a run's remaining time, from the rate after its first results."""

    def __init__(self, total: int) -> None:
        self.total = total
        # The number of first results, and the time of the last of them (time.monotonic).
        self.first: tuple[int, float] | None = None
        self.began = 0.0  # the time of the first of them

    def left(self, done: int) -> str:
        """Return the remaining time as text; "" if it is too early for an estimate."""
        now = time.monotonic()
        if done and (self.first is None or now - self.began < TOGETHER):
            self.began = self.began if self.first else now
            self.first = done, now
        if self.first is None or done - self.first[0] < max(ENOUGH, self.first[0]):
            return ""
        count, since = self.first
        return f"about {_duration((now - since) * (self.total - done) / (done - count))} left"


class Words(NamedTuple):
    """The words of a display: the activity, its past participle, and the phrase for attention."""

    doing: str = "Grading"
    done: str = "graded"
    attention: str = "need attention"


class Bar:
    """A progress bar that also shows the submissions that need attention and the time left."""

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
        self.total, self.words = total, words
        self.said = time.monotonic()
        self.estimate = Estimate(total)

    def update(self, done: int, attention: int) -> None:
        now, left = time.monotonic(), self.estimate.left(done)
        if now - self.said < SECONDS_BETWEEN_LINES:
            return
        self.said = now
        said = f"{done} of {self.total} {self.words.done}, {attention} {self.words.attention}"
        print(f"{said}, {left}" if left else said, file=sys.stderr, flush=True)


Display = Bar | Quiet


def latest_line(output: str) -> str:
    """Return the latest line of `Lines` in a command's output; "" if there is none."""
    lines = re.findall(r"^\d+ of \d+ graded, .*$", output, re.MULTILINE)
    return lines[-1] if lines else ""


def show_progress(total: int, words: Words | None = None) -> Display:
    """Return a display on stderr for `total` submissions: a context manager with `update`."""
    return (Bar if sys.stderr.isatty() else Lines)(total, words or Words())


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
