"""Which attempt lies where it is graded: with `Attempts.counts = "best"` not always the last."""

from dataclasses import dataclass, field
from pathlib import Path

from ..course.attempts import Attempt, attempts_folder
from ..course.submission import collected_time, replace_submission
from ..course.times import time_text
from .ledger import Ledger
from .scan import Place


@dataclass
class BestAttempts:
    """Keeps the files of the attempts that count, and puts them back.

    Attributes
    ----------
    ledger
        Knows which they are.
    to_restore
        Where an attempt lies that is not the one that counts.
    """

    ledger: Ledger
    to_restore: set[Place] = field(default_factory=set)

    def keep(self, place: Place, attempt: Attempt) -> None:
        """Keep the files of an attempt that was just graded, if it is the one that counts."""
        ledger = self.ledger
        if ledger.policy.counts == "best" and ledger.counting(place) is attempt:
            self._copy(self._submitted(place), self._best(place))

    def check(self, place: Place) -> None:
        """See whether an attempt lies at a place that is not the one that counts."""
        self.to_restore.discard(place)
        counts = self.ledger.counting(place)
        if self.ledger.policy.counts != "best" or counts is None:
            return
        is_kept = _is_of(counts, self._best(place))
        if is_kept and not _is_of(counts, self._submitted(place)):
            self.to_restore.add(place)

    def restore(self, place: Place) -> tuple[Attempt, Path]:
        """Put the attempt that counts where it is graded; return it and its folder."""
        counts = self.ledger.counting(place)
        assert counts is not None
        target = self._submitted(place)
        self._copy(self._best(place), target)
        return counts, target

    def _best(self, place: Place) -> Path:
        return attempts_folder(self.ledger.coursedir, place[1], place[0]) / "best"

    def _copy(self, source: Path, target: Path) -> None:
        """Copy a folder that this account has written."""
        files = {
            str(path.relative_to(source)): path.read_bytes()
            for path in sorted(source.rglob("*"))
            if path.is_file()
        }
        replace_submission(target, files, shared=self.ledger.coursedir.groupshared)

    def _submitted(self, place: Place) -> Path:
        return self.ledger.folder(self.ledger.coursedir.submitted_directory, place)


def _is_of(attempt: Attempt, folder: Path) -> bool:
    """Whether a folder holds the files of an attempt, by the time in it."""
    time = collected_time(folder)
    return time is not None and time_text(time) == attempt.told.handed_in
