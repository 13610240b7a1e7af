"""A person's share of the manual grading: part k of n, chosen by a digest of the student's id.

The share of a student depends on nothing else, so it stays when students are added, and is the same
in each notebook. Nothing is stored: the page sends the share with its requests.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

MOST_PARTS = 99


class Share(NamedTuple):
    """Part `part` of `parts`, counted from 1."""

    part: int
    parts: int

    @classmethod
    def from_text(cls, text: str) -> "Share":
        """Read a text such as "2/4"; "" is everything. Raise `ValueError` for another text."""
        if not text:
            return cls(1, 1)
        part, _, parts = text.partition("/")
        if not (part.isdecimal() and parts.isdecimal()):
            raise ValueError(f"{text!r} is not a share such as 2/4")
        share = cls(int(part), int(parts))
        if not 1 <= share.part <= share.parts <= MOST_PARTS:
            raise ValueError(f"{text!r} is not a share of at most {MOST_PARTS} parts")
        return share

    def has(self, student: str) -> bool:
        """Return True if a student's work is in this share."""
        digest = hashlib.sha256(student.encode()).digest()
        return int.from_bytes(digest[:8]) % self.parts == self.part - 1


class ShareProgress(NamedTuple):
    """How far a share is: `done` of `total` submissions of a notebook need no manual grading."""

    done: int
    total: int


def share_progress(share: Share, students: Iterable[str], waiting: Iterable[str]) -> ShareProgress:
    """Return how far a share is, of the students whose work is graded and of those who wait."""
    total = {student for student in students if share.has(student)}
    left = {student for student in waiting if share.has(student)}
    return ShareProgress(len(total) - len(left), len(total))
