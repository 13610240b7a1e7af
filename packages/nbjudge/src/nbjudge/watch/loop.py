"""Grade submissions as they come in: `nbjudge watch`.

One process finds new folders in the exchange, copies them with the code of `JudgeExchangeCollect`,
grades the copies as `nbjudge grade` does, makes and releases the pages, and writes the student's
status. The work that is left follows from the exchange and from the records of finished attempts
(`nbjudge.exchange.attempts`), so a watch that is killed anywhere goes on where it was.

The loop, `Watch`, owns the state: an attempt moves on only because a method of `Watch` moves it.
What it calls answers, changes its own part with the values that it is given, and never calls back:

- `pending.PendingAttempts`, the attempts from the exchange to their records, with the parts `scan`
  (what is in the exchange), `queue` (who is next), `ledger` (finished attempts) and
  `status_writer` (what students read);
- `batch.Batches`, the runs that grade; it collects what is done until the loop takes it;
- `collect`, which copies an attempt into the course;
- workers with a `released_pages.AttemptPageMaker`, which make pages and answer with futures.

Only a run of `nbjudge.grading` asks for the next folder itself, while the loop fills it.

Entry points: `watch`, and `status_lines` for `nbjudge watch --status`.
"""

import contextlib
import datetime
import gc
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from traitlets.config import Config

from nbisolate import ForkServer

from ..configuration import traits_are_right
from ..errors import NbjudgeError, RunStoppedError
from ..exchange.attempts import AttemptPages, Place, attempts_folder, read_attempts
from ..exchange.status_files import read_heartbeat
from ..files.folders import is_asked_for, is_watched, locked_course, watch_note, watched_course
from ..files.text import one_line
from ..files.times import duration_text, parse_time, utc_now, utc_time
from ..grading.dispatch import wait_for_any
from ..grading.local import Workers
from .batch import TAKES_IN, Batch, Batches
from .collect import collect_attempt
from .pending import PendingAttempts
from .queue import AttemptQueue
from .released_pages import AttemptPageMaker, PageRequest

POLL = 0.2  # seconds between two looks at the exchange
LOOKS_SHARE = 4  # a scan may take one part of the time in so many
GAP = 0.2  # seconds for which the course is released to `nbjudge grade`
RETRY = 5  # seconds after something outside has stopped it
RELEASED_AFTER = 10  # seconds that attempts have to end when another command asks for the course
SUBMISSIONS_A_MAKER = 4  # workers that one process can make pages for
PAGE_TRIES = 2
SLOW_PAGES = 10  # seconds for the pages of one attempt
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
    with watched_course(pending.root) as note:
        running = Watch(config, pending, workers, scheduler, forkserver, note)
        try:
            running.run()
        finally:
            running.close()


@dataclass
class Watch:
    """A running watch, with the arguments of `watch`.

    `note` stores the text that `nbjudge watch --status` shows, as `watched_course` yields it.
    """

    config: Config
    pending: PendingAttempts
    workers: int
    scheduler: str | None
    forkserver: ForkServer
    note: Callable[[str], None] = lambda text: None

    def __post_init__(self) -> None:
        self.makers: Workers[PageRequest, AttemptPages] = Workers(
            max(1, self.workers // SUBMISSIONS_A_MAKER),
            lambda: AttemptPageMaker(self.config).make,
            None,
        )
        # Another process, for the pages of students whose last ones took long: others don't wait.
        self.slow_makers: Workers[PageRequest, AttemptPages] = Workers(
            1, lambda: AttemptPageMaker(self.config).make, None
        )
        self.slow: set[str] = set()
        self.making: dict[Future[AttemptPages], Place] = {}
        self.batches = Batches(self.config, self.workers, self.scheduler, self.forkserver)
        self.graded = 0  # attempts since the rate was noted last
        # Monotonic times in seconds.
        self.next_look = 0.0
        self.shown_at = 0.0
        self.passed_over: dict[str, str] = {}
        self.noted = ""  # the text that was given to `note` last

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
            ready = self.pending.ready()
            if ready:
                self.grade()
            self._say(None)
        except NbjudgeError as error:
            self._say(str(error))
            return RETRY
        finally:
            self._store_note()
        return GAP if ready else POLL

    def close(self) -> None:
        """End all processes of the watch."""
        self.makers.close()
        self.slow_makers.close()
        self.forkserver.close()
        with contextlib.suppress(OSError, RunStoppedError):
            self.pending.statuses.end_heartbeat()

    # ---- the exchange, and the pages -----------------------------------------------------------

    def look(self) -> None:
        """Scan the exchange, finish attempts whose pages are made, and update the attempts' status.

        It does nothing if the last scan was a moment ago. Raises `RunStoppedError` if the exchange
        cannot be read or written, or others can replace its folders.
        """
        now = time.monotonic()
        if now < self.next_look:
            return
        self.pending.exchange.refuse_unsafe()
        try:
            self._take_pages()
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
        self._store_note()
        took = time.monotonic() - now
        self.next_look = time.monotonic() + max(POLL, LOOKS_SHARE * took)

    def _store_note(self) -> None:
        """Store which places are set aside, for `nbjudge watch --status`, if that has changed."""
        text = self.pending.note()
        if text != self.noted:
            self.noted = text
            with contextlib.suppress(OSError):
                self.note(text)

    def _take_pages(self) -> None:
        """Finish the attempts whose pages are made."""
        for future in [future for future in self.making if future.done()]:
            place = self.making.pop(future)
            try:
                made = future.result()
            except Exception as error:  # of the course's own classes, or a worker was killed
                kind = "" if isinstance(error, NbjudgeError) else f"{type(error).__name__}: "
                made = AttemptPages([], one_line(f"{kind}{error}"))
            with self.pending.at(place):
                self._pages_made(place, made)

    def _name_passed_over(self) -> None:
        """Print once which names in the exchange are passed over, and why."""
        before = self.passed_over
        self.passed_over = self.pending.scan.passed_over()
        new = [f"{name} {why}" for name, why in self.passed_over.items() if before.get(name) != why]
        for line in new[:MOST_NAMED]:
            print(f"Skipped: {one_line(line)}", flush=True)
        if len(new) > MOST_NAMED:
            print(f"Skipped: {len(new) - MOST_NAMED} more", flush=True)

    def _ask_for_pages(self, place: Place) -> None:
        self.pending.under_way[place].tries += 1
        request = PageRequest(*place, release=self.pending.ledger.feedback(place) == "full")
        _, student = place
        makers = self.slow_makers if student in self.slow else self.makers
        self.making[makers.submit(request)] = place

    def _pages_made(self, place: Place, made: AttemptPages) -> None:
        assignment, student = place
        if made.seconds > SLOW_PAGES:
            self.slow.add(student)
        else:
            self.slow.discard(student)
        attempt = self.pending.under_way[place]
        if made.error and attempt.tries < PAGE_TRIES:
            self._ask_for_pages(place)
            return
        reasons = attempt.record.reasons if attempt.record else []
        status = self.pending.finish(place, made).status
        seconds = (utc_now() - parse_time(status.submitted_at)).total_seconds()
        points = f"{status.points:g} of {status.possible:g}" if status.possible else "no points"
        line = f"{one_line(student)} {assignment}: {points}, {seconds:.1f} s after submission"
        if status.due and status.submitted_at > status.due:
            late = parse_time(status.submitted_at) - parse_time(status.due)
            line += f", late by {duration_text(late)}"
        line += "".join(f"; {reason}" for reason in reasons)
        if made.error or made.lost:
            lost = made.error or "; ".join(f"{name} {why}" for name, why in made.lost.items())
            line += f"; no page: {one_line(lost)}"
        print(f"{datetime.datetime.now():%H:%M:%S} {line}", flush=True)

    # ---- grading -------------------------------------------------------------------------------

    def grade(self) -> None:
        """Hold the course, and grade pending attempts and those that arrive meanwhile.

        The course is released if nothing is left, or if another command asks for it: attempts that
        have not ended some seconds later are left for the next call. Raises `NbjudgeError` if
        something outside the attempts keeps it from going on.
        """
        with locked_course(self.pending.root, at_once=True) as scratch:
            try:
                self._grade(scratch)
            finally:
                self.batches.close_all()
                self.pending.give_up()
        # The pool calls gc.freeze() before it forks. This process lives for weeks, and frozen
        # objects are never collected.
        gc.unfreeze()

    def _grade(self, scratch: Path) -> None:
        self.graded = 0
        began = time.monotonic()
        end: float | None = None  # when the course is released, if another command asks for it
        failed = dict[str, NbjudgeError]()  # by assignment: no batch can be opened
        while end is None or time.monotonic() < end:
            self.look()
            if end is None and is_asked_for(self.pending.root):
                end = time.monotonic() + RELEASED_AFTER
                self.batches.stop_taking_in()
            waiting = self._waiting(failed) if end is None else []
            if waiting and self.batches.has_room():
                try:
                    self.batches.open(waiting[0], scratch)
                except NbjudgeError as error:  # the other assignments are graded first
                    failed[waiting[0]] = error
                    continue
            for batch in list(self.batches.open_now):
                with self._taking_done(batch):
                    goes_on = self.batches.submit_more(batch, partial(self._next_folder, batch))
                if not goes_on:
                    self.batches.close(batch)
            seconds = time.monotonic() - began
            if self.graded and (not self.batches.open_now or seconds > TAKES_IN):
                self.pending.statuses.rates.append((self.graded, seconds))
                self.graded = 0
                began = time.monotonic()
            if not self.batches.open_now:
                if not waiting:
                    break
                continue
            wait_for_any(self.batches.futures())
            for batch in self.batches.open_now:
                with self._taking_done(batch):
                    batch.run.store_done(batch.pool)
        if failed:
            raise next(iter(failed.values()))

    def _waiting(self, failed: Collection[str]) -> list[str]:
        """Return the assignments whose attempts wait for a batch, the first in the queue first."""
        without_batch = self.batches.taking_in().union(failed)
        assignments = dict.fromkeys(assignment for assignment, _ in self.pending.ready())
        return [assignment for assignment in assignments if assignment not in without_batch]

    def _next_folder(self, batch: Batch) -> tuple[str, Path] | None:
        """Dequeue the next attempt of a batch's assignment, and copy it."""
        while batch.takes_in:
            self.look()
            ready = self.pending.ready()
            students = [student for assignment, student in ready if assignment == batch.assignment]
            if not students:
                return None
            student = students[0]
            folder = collect_attempt(self.pending, (batch.assignment, student), batch.run.leaks)
            if folder is not None:
                return student, folder
        return None

    @contextlib.contextmanager
    def _taking_done(self, batch: Batch) -> Iterator[None]:
        """Ask for the pages of the attempts that a batch has stored meanwhile, even if it fails."""
        try:
            yield
        finally:
            for place, record in batch.take_done():
                self.graded += 1
                with self.pending.at(place):
                    if self.pending.store(place, record):
                        self.pending.show_points(place)
                        self._ask_for_pages(place)

    def _say(self, sentence: str | None) -> None:
        """Report once the error that keeps the watch from going on."""
        statuses = self.pending.statuses
        if sentence == statuses.stopped:
            return
        if sentence is not None:
            print(f"nbjudge: {sentence.rstrip('.')}. Trying again", file=sys.stderr, flush=True)
        statuses.set_stopped(sentence)
        with contextlib.suppress(OSError, RunStoppedError):
            statuses.heartbeat(len(self.pending.queue.waiting))


@traits_are_right()
def status_lines(config: Config, assignments: Sequence[str]) -> Iterator[str]:
    """Yield the lines of `nbjudge watch --status`.

    Raises `UsageError` if students cannot submit to these assignments.
    """
    pending = PendingAttempts(config, assignments)
    pending.scan.look()
    queue = AttemptQueue(pending.policy)
    refused = []
    graded = []
    now = utc_now()
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
    ready = queue.in_order(now)
    later = queue.held_back(now)
    oldest = max((now - utc_time(attempt.changed) for attempt in ready), default=None)
    wait = f", the oldest for {oldest.total_seconds():.0f} s" if oldest else ""
    yield f"{len(ready)} waiting or being graded{wait}"
    if later:
        yield f"{len(later)} held back by the limit on attempts"
    hour = sum((now - time).total_seconds() < 3600 for time in graded)
    rate = ""
    if heartbeat and heartbeat.per_minute:
        rate = f", {heartbeat.per_minute:g} per minute while busy"
    yield f"{len(graded)} graded, {hour} of them in the last hour{rate}"
    passed_over = [f"{name} {why}" for name, why in sorted(pending.scan.passed_over().items())]
    yield from watch_note(pending.root).splitlines()
    for heading, lines in (("Refused", sorted(refused)), ("Skipped", passed_over)):
        yield from (f"{heading}: {one_line(line)}" for line in lines[:MOST_NAMED])
        if len(lines) > MOST_NAMED:
            yield f"{heading}: {len(lines) - MOST_NAMED} more"
