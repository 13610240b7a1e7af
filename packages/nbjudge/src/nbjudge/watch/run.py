"""Grade what is handed in, as it comes in: `nbjudge watch`.

One process sees new folders in the exchange, copies them with the code of `Collect`, has the copy
graded as `nbjudge grade` does, has the pages made and released, and tells the student. What is to
be done follows at any moment from the exchange and from the records of what is done
(`nbjudge.course.attempts`), so that a watch that is killed anywhere goes on where it was.

Entry point: `watch`.
"""

import contextlib
import datetime
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from traitlets.config import Config

from ..course.folders import watched_course
from ..course.record import one_line
from ..course.times import parse_time, utc_now
from ..errors import NbjudgeError
from ..grading.chain import traits_are_right
from ..grading.local import Workers
from ..processes.nursery import Nursery
from .batch import Batches
from .desk import AttemptsDesk
from .intake import stopped_by_disk
from .pages import AttemptPageMaker, PageRequest
from .scan import Place
from .under_way import AttemptPages

POLL = 0.2  # seconds between two looks at the exchange
LOOKS_SHARE = 4  # a look may take this part of the time
GAP = 0.2  # seconds for which the course is given back to `nbjudge grade`
RETRY = 5  # seconds after something outside has stopped it
SUBMISSIONS_A_MAKER = 4  # workers that one process can make pages for
PAGE_TRIES = 2
SHOW_EVERY = 10  # seconds between two looks at which pages may be seen by now


@traits_are_right()
def watch(
    config: Config,
    assignments: Sequence[str],
    *,
    workers: int,
    scheduler: str | None,
    nursery: Nursery,
) -> None:
    """Grade what is handed in, until it is interrupted.

    Parameters
    ----------
    config
        The traitlets configuration of the course.
    assignments
        The assignments to watch.
    workers, scheduler
        Where to grade, as in `nbjudge.grading.run.grade`.
    nursery
        A warm process.

    Raises
    ------
    WrongUsage
        If the configuration is wrong, or nothing can be handed in.
    Stopped
        If another process watches the course.
    """
    desk = AttemptsDesk(config, assignments)
    desk.due.read()
    with watched_course(desk.root):
        running = Watch(config, desk, workers, scheduler, nursery)
        try:
            running.run()
        finally:
            running.close()


@dataclass
class Watch:
    """A watch at work.

    Parameters
    ----------
    config, workers, scheduler, nursery
        See `watch`.
    desk
        What is known of the attempts, and how students are told.
    """

    config: Config
    desk: AttemptsDesk
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

    def run(self) -> None:
        """Go on until somebody interrupts it."""
        self.batches.warm_up()
        print(f"Watching {', '.join(self.desk.assignments)} in {self.desk.inbound}", flush=True)
        while True:
            time.sleep(self.step())

    def step(self) -> float:
        """Look once, and grade what waits; return after how many seconds to look again."""
        try:
            self.look()
            ready = self.desk.ready()
            if ready:
                self.batches.grade(ready[0][0])
            self._say(None)
        except NbjudgeError as error:
            self.desk.give_up()
            self._say(str(error))
            return RETRY
        return GAP if ready else POLL

    def close(self) -> None:
        """End all that was started."""
        self.makers.close()
        self.batches.close()
        with contextlib.suppress(OSError):
            self.desk.teller.sign_off()

    def look(self) -> None:
        """See what is new in the exchange and which pages are made, and tell who waits.

        Raises
        ------
        Stopped
            If the exchange cannot be read or written.
        """
        now = time.monotonic()
        if now < self.next_look:
            return
        with stopped_by_disk(self.desk.inbound):
            for future in [future for future in self.making if future.done()]:
                place = self.making.pop(future)
                try:
                    made = future.result()
                except NbjudgeError as error:
                    made = AttemptPages([], one_line(str(error)))
                except Exception as error:  # of the course's own classes, or a worker was killed
                    made = AttemptPages([], one_line(f"{type(error).__name__}: {error}"))
                self._pages_made(place, made)
            self.desk.look()
            if now - self.shown_at > SHOW_EVERY:
                self.shown_at = now
                for place in self.desk.show_again():
                    self._ask_for_pages(place)
        took = time.monotonic() - now
        self.next_look = time.monotonic() + max(POLL, LOOKS_SHARE * took)

    def _ask_for_pages(self, place: Place) -> None:
        self.desk.under_way[place].tries += 1
        request = PageRequest(*place, release=self.desk.ledger.shown(place) == "all")
        self.making[self.makers.submit(request)] = place

    def _pages_made(self, place: Place, made: AttemptPages) -> None:
        if made.error and self.desk.under_way[place].tries < PAGE_TRIES:
            self._ask_for_pages(place)
            return
        told = self.desk.finish(place, made).told
        seconds = (utc_now() - parse_time(told.handed_in)).total_seconds()
        points = f"{told.points:g} of {told.possible:g}" if told.possible else "no points"
        said = f"{one_line(place[1])} {place[0]}: {points}, {seconds:.1f} s after handing in"
        if made.error or made.lost:
            lost = made.error or "; ".join(f"{name} {why}" for name, why in made.lost.items())
            said += f"; no page: {one_line(lost)}"
        print(f"{datetime.datetime.now():%H:%M:%S} {said}", flush=True)

    def _say(self, sentence: str | None) -> None:
        """Say what keeps the watch from going on, once."""
        teller = self.desk.teller
        if sentence == teller.stopped:
            return
        if sentence is not None:
            print(f"nbjudge: {sentence.rstrip('.')}. Trying again", file=sys.stderr, flush=True)
        teller.stopped, teller.signed = sentence, 0.0
        with contextlib.suppress(OSError):
            teller.sign(len(self.desk.line.waiting))
