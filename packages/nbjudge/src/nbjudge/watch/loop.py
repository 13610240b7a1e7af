"""Grade submissions as they come in: `nbjudge watch`.

One process finds new folders in the exchange, copies them with the code of `Collect`, grades the
copies as `nbjudge grade` does, makes and releases the pages, and writes the student's status. The
work that is left follows from the exchange and from the records of finished attempts
(`nbjudge.course.attempts`), so a watch that is killed anywhere goes on where it was.

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

from ..course.attempts import attempts_folder, read_attempts
from ..course.folders import is_watched, watch_note, watched_course
from ..course.status_files import read_sign
from ..course.text import one_line
from ..course.times import duration_text, parse_time, utc_now, utc_time
from ..errors import NbjudgeError, Stopped
from ..grading.chain import traits_are_right
from ..grading.local import Workers
from ..processes.forkserver import Nursery
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
    nursery: Nursery,
) -> None:
    """Grade submissions until the watch is interrupted.

    `workers` and `scheduler` are those of `nbjudge.grading.run.grade`. Raises `WrongUsage` if the
    configuration is wrong, or students cannot submit. Raises `Stopped` if another process watches
    the course, or others can replace its folders in the exchange.
    """
    desk = PendingAttempts(config, assignments)
    desk.exchange.refuse_unsafe()
    desk.due.read()
    with watched_course(desk.root) as desk.note:
        running = Watch(config, desk, workers, scheduler, nursery)
        try:
            running.run()
        finally:
            running.close()


@dataclass
class Watch:
    """A running watch, with the arguments of `watch`."""

    config: Config
    desk: PendingAttempts
    workers: int
    scheduler: str | None
    nursery: Nursery

    def __post_init__(self) -> None:
        self.makers: Workers[PageRequest, AttemptPages] = Workers(
            max(1, self.workers // SUBMISSIONS_A_MAKER),
            lambda: AttemptPageMaker(self.config).make,
            None,
        )
        self.making: dict[Future[AttemptPages], Place] = {}
        self.batches = Batches(
            self.config,
            self.desk,
            self.workers,
            self.scheduler,
            self.nursery,
            self.look,
            self._ask_for_pages,
        )
        self.next_look = self.shown_at = 0.0
        self.passed_over: dict[str, str] = {}

    def run(self) -> None:
        """Run until somebody interrupts it."""
        self.batches.warm_up()
        print(f"Watching {', '.join(self.desk.assignments)} in {self.desk.inbound}", flush=True)
        while True:
            time.sleep(self.step())

    def step(self) -> float:
        """Scan once, and grade what waits; return the seconds until the next scan."""
        try:
            self.look()
            ready = self.desk.ready()
            if ready:
                self.batches.grade()
            self._say(None)
        except NbjudgeError as error:
            self._say(str(error))
            return RETRY
        return GAP if ready else POLL

    def close(self) -> None:
        """End all processes of the watch."""
        self.makers.close()
        self.nursery.close()
        with contextlib.suppress(OSError, Stopped):
            self.desk.teller.sign_off()

    def look(self) -> None:
        """Scan the exchange, finish attempts whose pages are made, and update the attempts' status.

        Raises `Stopped` if the exchange cannot be read or written, or others can replace its
        folders.
        """
        now = time.monotonic()
        if now < self.next_look:
            return
        self.desk.exchange.refuse_unsafe()
        try:
            for future in [future for future in self.making if future.done()]:
                place = self.making.pop(future)
                try:
                    made = future.result()
                except Exception as error:  # of the course's own classes, or a worker was killed
                    kind = "" if isinstance(error, NbjudgeError) else f"{type(error).__name__}: "
                    made = AttemptPages([], one_line(f"{kind}{error}"))
                with self.desk.at(place):
                    self._pages_made(place, made)
            self.desk.look()
            if now - self.shown_at > SHOW_EVERY:
                self.shown_at = now
                for place in self.desk.show_again():
                    with self.desk.at(place):
                        self._ask_for_pages(place)
                self._name_passed_over()
        except OSError as error:
            raise Stopped(f"{error.filename or self.desk.inbound}: {error.strerror}") from error
        took = time.monotonic() - now
        self.next_look = time.monotonic() + max(POLL, LOOKS_SHARE * took)

    def _name_passed_over(self) -> None:
        """Print once which names in the exchange are passed over, and why."""
        before, self.passed_over = self.passed_over, self.desk.scan.passed_over()
        new = [f"{name} {why}" for name, why in self.passed_over.items() if before.get(name) != why]
        for line in new[:MOST_NAMED]:
            print(f"Passed over: {one_line(line)}", flush=True)
        if len(new) > MOST_NAMED:
            print(f"Passed over: {len(new) - MOST_NAMED} more", flush=True)

    def _ask_for_pages(self, place: Place) -> None:
        self.desk.under_way[place].tries += 1
        request = PageRequest(*place, release=self.desk.ledger.shown(place) == "all")
        self.making[self.makers.submit(request)] = place

    def _pages_made(self, place: Place, made: AttemptPages) -> None:
        if made.error and self.desk.under_way[place].tries < PAGE_TRIES:
            self._ask_for_pages(place)
            return
        record = self.desk.under_way[place].record
        told = self.desk.finish(place, made).told
        seconds = (utc_now() - parse_time(told.handed_in)).total_seconds()
        points = f"{told.points:g} of {told.possible:g}" if told.possible else "no points"
        said = f"{one_line(place[1])} {place[0]}: {points}, {seconds:.1f} s after handing in"
        if told.due and told.handed_in > told.due:
            late = parse_time(told.handed_in) - parse_time(told.due)
            said += f", late by {duration_text(late)}"
        said += "".join(f"; {reason}" for reason in record.reasons) if record else ""
        if made.error or made.lost:
            lost = made.error or "; ".join(f"{name} {why}" for name, why in made.lost.items())
            said += f"; no page: {one_line(lost)}"
        print(f"{datetime.datetime.now():%H:%M:%S} {said}", flush=True)

    def _say(self, sentence: str | None) -> None:
        """Report once the error that keeps the watch from going on."""
        teller = self.desk.teller
        if sentence == teller.stopped:
            return
        if sentence is not None:
            print(f"nbjudge: {sentence.rstrip('.')}. Trying again", file=sys.stderr, flush=True)
        teller.stopped, teller.signed = sentence, 0.0
        with contextlib.suppress(OSError, Stopped):
            teller.sign(len(self.desk.line.waiting))


@traits_are_right()
def status_lines(config: Config, assignments: Sequence[str]) -> Iterator[str]:
    """Yield the lines of `nbjudge watch --status`.

    Raises `WrongUsage` if students cannot submit to these assignments.
    """
    desk = PendingAttempts(config, assignments)
    desk.scan.look()
    line, refused, graded, now = AttemptQueue(desk.policy), [], [], utc_now()
    for place, folders in desk.scan.folders.items():
        assignment, student = place
        attempts = read_attempts(attempts_folder(desk.coursedir, student, assignment))
        line.update(place, folders.values(), attempts)
        for attempt in attempts:
            if attempt.told.state == "refused":
                refused.append(f"{student} {assignment}: {attempt.told.reason}")
            if attempt.told.graded:
                graded.append(parse_time(attempt.told.graded))
    sign = read_sign(desk.feedback)
    yield "A watch runs" if is_watched(desk.root) else "No watch runs: nbjudge watch starts one"
    if sign and sign.stopped:
        yield f"It cannot go on: {sign.stopped}"
    yield from map(str, desk.exchange.unsafe())  # then it writes no sign
    ready, later = line.in_order(now), line.held_back(now)
    oldest = max((now - utc_time(one.one.changed) for one in ready), default=None)
    wait = f", the oldest for {oldest.total_seconds():.0f} s" if oldest else ""
    yield f"{len(ready)} wait or are being graded{wait}"
    if later:
        yield f"{len(later)} wait for their turn, as attempts are limited"
    hour = sum((now - time).total_seconds() < 3600 for time in graded)
    rate = f", {sign.per_minute:g} a minute while some wait" if sign and sign.per_minute else ""
    yield f"{len(graded)} graded, {hour} of them in the last hour{rate}"
    passed_over = [f"{name} {why}" for name, why in sorted(desk.scan.passed_over().items())]
    yield from watch_note(desk.root).splitlines()
    for heading, lines in (("Refused", sorted(refused)), ("Passed over", passed_over)):
        yield from (f"{heading}: {one_line(one)}" for one in lines[:MOST_NAMED])
        if len(lines) > MOST_NAMED:
            yield f"{heading}: {len(lines) - MOST_NAMED} more"
