"""Grade submissions as they come in: `nbjudge watch`.

One process finds new folders in the exchange, copies them with the code of `JudgeExchangeCollect`,
grades the copies as `nbjudge grade` does, makes and releases the pages, and writes the student's
status. The work that is left follows from the exchange and from the records of finished attempts
(`nbjudge.exchange.attempts`), so a watch that is killed anywhere goes on where it was.

Entry points: `watch`, and `status_lines` for `nbjudge watch --status`.
"""

import contextlib
import datetime
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from traitlets.config import Config

from nbisolate import ForkServer

from ..errors import NbjudgeError, RunStoppedError
from ..exchange.attempts import attempts_folder, read_attempts
from ..exchange.status_files import read_heartbeat
from ..files.folders import is_watched, watch_note, watched_course
from ..files.text import one_line
from ..files.times import duration_text, parse_time, utc_now, utc_time
from ..grading.chain import traits_are_right
from ..grading.local import Workers
from .batch import Batches
from .in_progress import AttemptPages
from .pending import PendingAttempts
from .queue import AttemptQueue
from .released_pages import AttemptPageMaker, PageRequest
from .scan import Place

POLL = 0.2  # seconds between two looks at the exchange
LOOKS_SHARE = 4  # a scan may take one part of the time in so many
GAP = 0.2  # seconds for which the course is released to `nbjudge grade`
RETRY = 5  # seconds after something outside has stopped it
SUBMISSIONS_A_MAKER = 4  # workers that one process can make pages for
PAGE_TRIES = 2
SHOW_EVERY = 10  # seconds between two looks at which pages may be seen by now
MOST_NAMED = 20  # students and names that are not taken, of each kind


@traits_are_right()
def watch(
    config: Config,
    assignments: Sequence[str],
    *,
    workers: int,
    scheduler: str | None,
    forkserver: ForkServer,
) -> None:
    """Grade submissions until the watch is interrupted.

    `workers` and `scheduler` are those of `nbjudge.grading.run.grade`. Raises `UsageError` if the
    configuration is wrong, or students cannot submit. Raises `RunStoppedError` if another process
    watches the course, or others can replace its folders in the exchange.
    """
    pending = PendingAttempts(config, assignments)
    pending.exchange.refuse_unsafe()
    pending.due.read()
    with watched_course(pending.root) as pending.note:
        running = Watch(config, pending, workers, scheduler, forkserver)
        try:
            running.run()
        finally:
            running.close()


@dataclass
class Watch:
    """A running watch, with the arguments of `watch`."""

    config: Config
    pending: PendingAttempts
    workers: int
    scheduler: str | None
    forkserver: ForkServer

    def __post_init__(self) -> None:
        self.makers: Workers[PageRequest, AttemptPages] = Workers(
            max(1, self.workers // SUBMISSIONS_A_MAKER),
            lambda: AttemptPageMaker(self.config).make,
            None,
        )
        self.making: dict[Future[AttemptPages], Place] = {}
        self.batches = Batches(
            self.config,
            self.pending,
            self.workers,
            self.scheduler,
            self.forkserver,
            self.look,
            self._ask_for_pages,
        )
        self.next_look = self.shown_at = 0.0
        self.passed_over: dict[str, str] = {}

    def run(self) -> None:
        """Run until somebody interrupts it."""
        self.batches.warm_up()
        print(
            f"Watching {', '.join(self.pending.assignments)} in {self.pending.inbound}", flush=True
        )
        while True:
            time.sleep(self.step())

    def step(self) -> float:
        """Scan once, and grade what waits; return the seconds until the next scan."""
        try:
            self.look()
            if ready := self.pending.ready():
                self.batches.grade()
            self._say(None)
        except NbjudgeError as error:
            self._say(str(error))
            return RETRY
        return GAP if ready else POLL

    def close(self) -> None:
        """End all processes of the watch."""
        self.makers.close()
        self.forkserver.close()
        with contextlib.suppress(OSError, RunStoppedError):
            self.pending.statuses.end_heartbeat()

    def look(self) -> None:
        """Scan the exchange, finish attempts whose pages are made, and update the attempts' status.

        Raises `RunStoppedError` if the exchange cannot be read or written, or others can replace
        its folders.
        """
        now = time.monotonic()
        if now < self.next_look:
            return
        self.pending.exchange.refuse_unsafe()
        try:
            for future in [future for future in self.making if future.done()]:
                place = self.making.pop(future)
                try:
                    made = future.result()
                except Exception as error:  # of the course's own classes, or a worker was killed
                    kind = "" if isinstance(error, NbjudgeError) else f"{type(error).__name__}: "
                    made = AttemptPages([], one_line(f"{kind}{error}"))
                with self.pending.at(place):
                    self._pages_made(place, made)
            self.pending.look()
            if now - self.shown_at > SHOW_EVERY:
                self.shown_at = now
                for place in self.pending.show_again():
                    with self.pending.at(place):
                        self._ask_for_pages(place)
                self._name_passed_over()
        except OSError as error:
            raise RunStoppedError(
                f"{error.filename or self.pending.inbound}: {error.strerror}"
            ) from error
        took = time.monotonic() - now
        self.next_look = time.monotonic() + max(POLL, LOOKS_SHARE * took)

    def _name_passed_over(self) -> None:
        """Print once which names in the exchange are passed over, and why."""
        before, self.passed_over = self.passed_over, self.pending.scan.passed_over()
        new = [f"{name} {why}" for name, why in self.passed_over.items() if before.get(name) != why]
        for line in new[:MOST_NAMED]:
            print(f"Skipped: {one_line(line)}", flush=True)
        if len(new) > MOST_NAMED:
            print(f"Skipped: {len(new) - MOST_NAMED} more", flush=True)

    def _ask_for_pages(self, place: Place) -> None:
        self.pending.under_way[place].tries += 1
        request = PageRequest(*place, release=self.pending.ledger.feedback(place) == "full")
        self.making[self.makers.submit(request)] = place

    def _pages_made(self, place: Place, made: AttemptPages) -> None:
        if made.error and self.pending.under_way[place].tries < PAGE_TRIES:
            self._ask_for_pages(place)
            return
        record = self.pending.under_way[place].record
        status = self.pending.finish(place, made).status
        seconds = (utc_now() - parse_time(status.submitted_at)).total_seconds()
        points = f"{status.points:g} of {status.possible:g}" if status.possible else "no points"
        said = f"{one_line(place[1])} {place[0]}: {points}, {seconds:.1f} s after submission"
        if status.due and status.submitted_at > status.due:
            late = parse_time(status.submitted_at) - parse_time(status.due)
            said += f", late by {duration_text(late)}"
        said += "".join(f"; {reason}" for reason in record.reasons) if record else ""
        if made.error or made.lost:
            lost = made.error or "; ".join(f"{name} {why}" for name, why in made.lost.items())
            said += f"; no page: {one_line(lost)}"
        print(f"{datetime.datetime.now():%H:%M:%S} {said}", flush=True)

    def _say(self, sentence: str | None) -> None:
        """Report once the error that keeps the watch from going on."""
        statuses = self.pending.statuses
        if sentence == statuses.stopped:
            return
        if sentence is not None:
            print(f"nbjudge: {sentence.rstrip('.')}. Trying again", file=sys.stderr, flush=True)
        statuses.stopped, statuses.signed = sentence, 0.0
        with contextlib.suppress(OSError, RunStoppedError):
            statuses.heartbeat(len(self.pending.queue.waiting))


@traits_are_right()
def status_lines(config: Config, assignments: Sequence[str]) -> Iterator[str]:
    """Yield the lines of `nbjudge watch --status`.

    Raises `UsageError` if students cannot submit to these assignments.
    """
    pending = PendingAttempts(config, assignments)
    pending.scan.look()
    queue, refused, graded, now = AttemptQueue(pending.policy), [], [], utc_now()
    for place, folders in pending.scan.folders.items():
        assignment, student = place
        attempts = read_attempts(attempts_folder(pending.coursedir, student, assignment))
        queue.update(place, folders.values(), attempts)
        for attempt in attempts:
            if attempt.status.state == "refused":
                refused.append(f"{student} {assignment}: {attempt.status.reason}")
            if attempt.status.graded:
                graded.append(parse_time(attempt.status.graded))
    heartbeat = read_heartbeat(pending.feedback)
    running = is_watched(pending.root)
    yield "nbjudge watch is running" if running else "nbjudge watch is not running. Start it"
    if running and heartbeat and heartbeat.stopped:
        yield f"It cannot continue: {heartbeat.stopped}"
    yield from map(str, pending.exchange.unsafe())  # then it writes no sign
    ready, later = queue.in_order(now), queue.held_back(now)
    oldest = max((now - utc_time(one.one.changed) for one in ready), default=None)
    wait = f", the oldest for {oldest.total_seconds():.0f} s" if oldest else ""
    yield f"{len(ready)} waiting or being graded{wait}"
    if later:
        yield f"{len(later)} held back by the limit on attempts"
    hour = sum((now - time).total_seconds() < 3600 for time in graded)
    rate = (
        f", {heartbeat.per_minute:g} per minute while busy"
        if heartbeat and heartbeat.per_minute
        else ""
    )
    yield f"{len(graded)} graded, {hour} of them in the last hour{rate}"
    passed_over = [f"{name} {why}" for name, why in sorted(pending.scan.passed_over().items())]
    yield from watch_note(pending.root).splitlines()
    for heading, lines in (("Refused", sorted(refused)), ("Skipped", passed_over)):
        yield from (f"{heading}: {one_line(one)}" for one in lines[:MOST_NAMED])
        if len(lines) > MOST_NAMED:
            yield f"{heading}: {len(lines) - MOST_NAMED} more"
