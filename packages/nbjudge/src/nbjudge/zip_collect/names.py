"""Whose an upload is, by the part of its name that the learning management system wrote.

Entry points: `NamePattern`, `PATTERNS`.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

PATTERNS: dict[str, str] = tomllib.loads((Path(__file__).parent / "lms_patterns.toml").read_text())
BEFORE_ID = re.compile(r"\(\?P<student_id>")
# A part of a regular expression that is no quantifier, or a quantifier.
PIECE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?|[*+?][?+]?|\{\d*,?\d*\}[?+]?|.", re.DOTALL)
QUANTIFIER = re.compile(r"[*+?]|\{\d+,\d*\}|\{,\d+\}")


class Owner(NamedTuple):
    """What the name of an upload says.

    `file` is the path of the file, as the student named it, with "/". `plain_file` is the same
    without what the system has added to the name of a file that was uploaded again. `before` and
    `after` are what the system wrote around the file's name. `order` and `timestamp` are the texts
    of the pattern's groups of these names, or "".
    """

    student: str
    file: str
    plain_file: str
    before: str
    after: str
    order: str
    timestamp: str


class AmbiguousNameError(ValueError):
    """Error for a name that fits in two ways. The message continues the name."""


class NamePattern:
    """A regular expression with the groups ``student_id`` and ``file_id``, and how it is applied.

    It sees the path of an upload down to one component after the other. Only the first component
    that it fits says whose the upload is, because a student may choose what is below. Within that
    component, the system's part stands first. If something before the id may have two lengths, so
    that two different ids fit, nobody knows which of them the student wrote.

    A course's own pattern may also fit where the course does not expect it, so all places of a path
    in which it fits must have the same id.

    Parameters
    ----------
    regexp
        The value of ``FileNameCollectorPlugin.named_regexp``. It is matched from the beginning of a
        path, as nbgrader does.

    Examples
    --------
    >>> pattern = NamePattern(PATTERNS["Moodle"])
    >>> name = "Ada Lovelace_12_assignsubmission_file_problem1.ipynb"
    >>> pattern.owner_of(name, "/course/downloaded/ps1/extracted/class").student
    '12'
    """

    def __init__(self, regexp: str) -> None:
        self.is_shipped = regexp in PATTERNS.values()
        self.greedy = re.compile(regexp)
        self.first = re.compile(with_first_place(regexp))
        self.shortest = re.compile(with_shortest_id(regexp))

    def owner_of(self, path: str, root: str) -> Owner | None:
        """Return whose an upload is, or None if the pattern does not fit.

        Parameters
        ----------
        path
            The upload's path with "/", relative to `root`.
        root
            The absolute path of the folder that the upload counts as extracted to.

        Raises
        ------
        AmbiguousNameError
            If the pattern fits with two different ids.
        """
        components = PurePosixPath(path).parts
        owner = None
        for number in range(1, len(components) + 1):
            seen = "/".join([root, *components[:number]])
            match = self._match(seen, len(root))
            if match is None:
                continue
            if owner is None:
                below = "/".join(components[number:])
                owner = _read_match(match, below)
                if self.is_shipped:
                    break
            elif match["student_id"] != owner.student:
                raise AmbiguousNameError(_ambiguous(owner.student, match["student_id"]))
        return owner

    def _match(self, seen: str, start: int) -> re.Match[str] | None:
        """Match a path whose student id stands behind position `start`."""
        last = self.greedy.match(seen)
        if last is None or last.start("student_id") <= start or not last["file_id"]:
            return None
        # A pattern may need what is above, such as "^" or "/extracted/".
        begin = start if self.first.match(seen, start) else 0
        first = self.first.match(seen, begin) or last
        shortest = self.shortest.match(seen, begin) or last
        for other in (first, shortest):
            if other["student_id"] != last["student_id"]:
                raise AmbiguousNameError(_ambiguous(other["student_id"], last["student_id"]))
        return first if first["file_id"] else None


def _ambiguous(one: str, other: str) -> str:
    return f"could be the work of {one} or of {other}, so it is nobody's"


def _read_match(match: re.Match[str], below: str) -> Owner:
    """Read the match of a path; `below` is the rest of the path, below what the pattern saw."""
    seen = match.string
    groups = match.groupdict("")
    begin, end = match.span("file_id")
    start = seen.rfind("/", 0, min(begin, match.start("student_id"))) + 1
    after = seen[end:]
    file = match["file_id"]
    plain_file = file
    if below:
        file = plain_file = f"{file}{after}/{below}"
        after = ""
    elif "resubmission" in groups:
        file += after
        plain_file += groups.get("ending", "")
        after = ""
    elif after:
        # As in nbgrader, the ending is that of the path.
        ending = PurePosixPath(seen).suffix
        after = after.removesuffix(ending)
        file = plain_file = str(PurePosixPath(file).with_suffix("")) + ending
    return Owner(
        student=match["student_id"] or "",
        file=file,
        plain_file=plain_file,
        before=seen[start:begin],
        after=after,
        order=groups.get("order", ""),
        timestamp=groups.get("timestamp", ""),
    )


def with_first_place(regexp: str) -> str:
    """Return a regular expression that fits at the first place where another one fits.

    All quantifiers before the student id take as little as possible.
    """
    before, rest = _split_at_id(regexp)
    return "".join(map(_lazy, before)) + "".join(rest)


def with_shortest_id(regexp: str) -> str:
    """Return a regular expression that fits with the shortest id at the first place.

    An id does not end before a letter or a digit, or a part of the right one would be another.
    """
    before, rest = _split_at_id(regexp)
    end = _end_of_group(rest)
    inside = "".join(map(_lazy, before + rest[:end]))
    return inside + r"(?![^\W_])" * (end > 0) + "".join(rest[end:])


def _split_at_id(regexp: str) -> tuple[list[str], list[str]]:
    """Return the pieces of a regular expression before the group of the id, and the others."""
    group = BEFORE_ID.search(regexp)
    start = group.start() if group else len(regexp)
    return PIECE.findall(regexp[:start]), PIECE.findall(regexp[start:])


def _end_of_group(pieces: Sequence[str]) -> int:
    """Return the index behind the group with which the pieces begin; 0 if there are none."""
    depth = 0
    for number, piece in enumerate(pieces, start=1):
        depth += (piece in ("(", "(?")) - (piece == ")")
        if depth == 0:
            return number
    return 0


def _lazy(piece: str) -> str:
    return f"{piece}?" if QUANTIFIER.fullmatch(piece) else piece
