"""Finished attempts: their records, their status and their pages."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ..course.policy import WatchLimits
from ..course.visible import is_over, visible_status
from ..exchange.attempts import Attempt, Place, attempts_folder, read_attempts, write_attempt
from ..files.times import time_text, utc_now
from .released_pages import marked_as_older, released_pages
from .scan import DueDates
from .status_writer import StatusWriter


@dataclass
class Ledger:
    """The finished attempts of a course, with their records, status files and pages."""

    coursedir: CourseDirectory
    policy: WatchLimits
    due: DueDates
    statuses: StatusWriter
    # Those that were read so far, the oldest first.
    attempts: dict[Place, list[Attempt]] = field(default_factory=dict)
    # The keys of attempts whose missing pages were requested once.
    shown_again: set[tuple[str, int]] = field(default_factory=set)

    def of(self, place: Place) -> list[Attempt]:
        """Return the finished attempts at a place, the oldest first."""
        if place not in self.attempts:
            self.attempts[place] = read_attempts(self._records(place))
            self.settle(place)
        return self.attempts[place]

    def add(self, place: Place, attempt: Attempt) -> None:
        """Record an attempt, replacing one of the same folder and time.

        Raises `OSError` if the record cannot be written.
        """
        self.keep(place, attempt)
        attempts = [other for other in self.of(place) if other.key != attempt.key]
        attempts.append(attempt)
        self.attempts[place] = sorted(attempts, key=lambda finished: finished.status.submitted_at)

    def keep(self, place: Place, attempt: Attempt) -> None:
        """Write the record of an attempt."""
        write_attempt(self._records(place), attempt, shared=self.coursedir.groupshared)

    def _records(self, place: Place) -> Path:
        """Return the folder of the records of attempts at a place."""
        assignment, student = place
        return attempts_folder(self.coursedir, student, assignment)

    def settle(self, place: Place) -> None:
        """Update the status of all attempts at a place to what is known now."""
        graded = self.graded(place)
        exchange = self.statuses.exchange
        for number, attempt in enumerate(graded):
            later = graded[number + 1 :]
            newer = later[0].status.submitted_at if later else None
            for page in self._pages(attempt).values():
                if len(later) >= self.policy.max_feedback_attempts:
                    exchange.remove(page)
                elif newer and newer != attempt.status.superseded_at:
                    old = exchange.read(page).decode(errors="replace")
                    exchange.write(page, marked_as_older(old, attempt.status.submitted_at, newer))
            status = replace(
                attempt.status,
                superseded_at=newer,
                feedback=self.feedback(place),
                notebooks=self.with_pages(attempt),
                due=self.due_text(place),
            )
            if status != attempt.status:
                attempt.status = replace(status, written=time_text(utc_now()))
                self.show(attempt)
                self.keep(place, attempt)

    def show(self, attempt: Attempt) -> None:
        """Write the status file of an attempt, with what its student may see now."""
        due = self.due.of(attempt.place)
        shown = visible_status(attempt.status, attempt.early_reasons, due)
        self.statuses.write(attempt.secret, shown)

    def due_text(self, place: Place) -> str | None:
        """Return the due date of a student as status files have it."""
        due = self.due.of(place)
        return time_text(due) if due else None

    def graded(self, place: Place) -> list[Attempt]:
        """Return the attempts that were graded, the oldest first; the last one counts."""
        return [attempt for attempt in self.attempts[place] if attempt.status.state == "graded"]

    def feedback(self, place: Place) -> str:
        """Return the part of the attempts that a student may see now."""
        return self.policy.feedback_now(self.due.of(place))

    def to_show(self, place: Place) -> Attempt | None:
        """Return the last attempt if its pages may be seen, and show more than now, else None."""
        attempt = next(reversed(self.graded(place)), None)
        if attempt is None or attempt.secret is None or attempt.key in self.shown_again:
            return None
        notebooks = attempt.status.notebooks
        hides_reason = attempt.status.reason not in attempt.early_reasons.values() and str(
            attempt.status.graded
        ) <= str(self.due_text(place))
        show_more = is_over(self.due.of(place), attempts=True) and (
            hides_reason or any(notebook.get("concealed") for notebook in notebooks)
        )
        has_pages = any(notebook["page"] for notebook in notebooks)
        if self.feedback(place) != "full" or (has_pages and not show_more):
            return None
        self.shown_again.add(attempt.key)  # once: it may be that there can be none
        return attempt

    def _pages(self, attempt: Attempt) -> dict[str, Path]:
        """Return the pages of an attempt in the exchange, by notebook."""
        if attempt.secret is None:
            return {}
        names = [notebook["name"] for notebook in attempt.status.notebooks]
        return released_pages(self.statuses.exchange.feedback, attempt.secret, names)

    def with_pages(self, attempt: Attempt) -> list[dict[str, object]]:
        """Return the status of an attempt's notebooks, with the pages that exist."""
        pages = self._pages(attempt)
        notebooks = []
        for notebook in attempt.status.notebooks:
            page = pages.get(notebook["name"])
            notebooks.append({**notebook, "page": page.name if page else None})
        return notebooks
