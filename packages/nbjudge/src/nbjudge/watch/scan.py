"""The contents of a course's `inbound/`, scanned again and again at little cost, and due dates.

A folder is looked at when it is new, then again at growing distances until it is whole. What is
known of it is kept in memory only, to save time: a new process finds out the same.
"""

import datetime
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from ..exchange.attempts import Place
from ..exchange.inbound import InboundFolder, identify
from ..files.text import one_line
from ..gradebook.database import find_assignment, open_gradebook
from ..gradebook.scores import read_manual_grades

UNCHANGED = 10  # seconds without a change after which a folder is taken for whole
LOOKED_AT_AGAIN = 60  # seconds, for a folder that is whole: it may have been changed since
MOST_LOOKS = 20  # of these per second

DUE_EVERY = 30  # seconds between two looks at the due dates


@dataclass
class _Entry:
    """An entry of `inbound/`."""

    assignment: str
    first: float  # monotonic time in seconds of the first look at it
    next_look: float = 0.0  # of the next look
    folder: InboundFolder | None = None  # once it is complete
    refusal: str | None = None  # why it is passed over


@dataclass
class InboundScan:
    """The folders that students have submitted to `inbound/`."""

    folder: Path  # `inbound/`
    assignments: Sequence[str]
    check_owner: bool  # nbgrader's `ExchangeCollect.check_owner`
    # The complete folders by place and name.
    folders: dict[Place, dict[str, InboundFolder]] = field(default_factory=dict)
    # Places where something is new, changed or gone; the reader empties it.
    changed: set[Place] = field(default_factory=set)
    entries: dict[str, _Entry] = field(default_factory=dict)

    def look(self) -> None:
        """Scan `inbound/` for changes.

        Raises `OSError` if the folder cannot be read.
        """
        now = time.monotonic()
        gone = set(self.entries)
        with os.scandir(self.folder) as listing:
            for item in listing:
                name = item.name
                gone.discard(name)
                entry = self.entries.get(name)
                if entry is None:
                    for assignment in self.assignments:
                        if f"+{assignment}+" in name:
                            entry = _Entry(assignment, now)
                            self.entries[name] = entry
                            break
                if entry is not None and entry.next_look <= now:
                    self._look_at(name, entry, now)
        for name in gone:
            self._note(name, self.entries.pop(name), None)

    def _look_at(self, name: str, entry: _Entry, now: float) -> None:
        folder = None
        entry.refusal = None
        try:
            folder = identify(self.folder, name, entry.assignment, check_owner=self.check_owner)
        except (ValueError, OSError) as why:
            entry.refusal = one_line(str(why))
        if folder is not None and not is_whole(folder):
            folder = None
        self._note(name, entry, folder)
        if entry.folder is not None:
            entry.next_look = now + max(LOOKED_AT_AGAIN, len(self.entries) / MOST_LOOKS)
        else:  # soon at first, as it is being copied; then less and less often
            entry.next_look = now + min(UNCHANGED, max(0.2, now - entry.first))

    def _note(self, name: str, entry: _Entry, folder: InboundFolder | None) -> None:
        """Note the folder that a name stands for now."""
        before = entry.folder
        if before == folder:
            return
        if before is not None:
            place = (entry.assignment, before.student)
            del self.folders[place][name]
            self.changed.add(place)
        if folder is not None:
            place = (entry.assignment, folder.student)
            self.folders.setdefault(place, {})[name] = folder
            self.changed.add(place)
        entry.folder = folder

    def passed_over(self) -> dict[str, str]:
        """Return the names that are passed over, and why, as lines for a terminal."""
        return {
            one_line(name): entry.refusal for name, entry in self.entries.items() if entry.refusal
        }


def is_whole(folder: InboundFolder) -> bool:
    """Return whether a folder is complete, and is not still being copied.

    It is complete if it has the mode that `nbgrader submit` sets last, or has not changed lately.
    """
    return folder.complete or time.time() - folder.changed / 1e9 > UNCHANGED


@dataclass
class DueDates:
    """Due dates, as naive UTC times, read now and then from the gradebook."""

    coursedir: CourseDirectory
    assignments: Sequence[str]
    dates: dict[str, datetime.datetime | None] = field(default_factory=dict)
    # With an extension, by place.
    of_students: dict[Place, datetime.datetime | None] = field(default_factory=dict)
    read_at: float = 0.0

    def read(self) -> bool:
        """Read the due dates again, if it is time; return True if one has changed.

        Raises `UsageError` if the gradebook does not hold an assignment, and `RunStoppedError` if
        it cannot be read.
        """
        if self.dates and time.monotonic() - self.read_at < DUE_EVERY:
            return False
        before = (dict(self.dates), dict(self.of_students))
        self.read_at = time.monotonic()
        with open_gradebook(self.coursedir) as gradebook:
            for name in self.assignments:
                self.coursedir.assignment_id = name
                self.dates[name] = find_assignment(gradebook, name).duedate
                for student, submission in read_manual_grades(gradebook, name).items():
                    self.of_students[name, student] = submission.due
        return before != (self.dates, self.of_students)

    def of(self, place: Place) -> datetime.datetime | None:
        """Return the due date of a student, with an extension, or None."""
        assignment, _ = place
        return self.of_students.get(place, self.dates[assignment])
