"""Points and comments from several people or processes at a time.

Who writes says what was shown. A newer value that was not shown is never overwritten.

Entry points: `locked`, and inside its block `give_points`, `give_comment` and `copy_points`; for
other writers `begin_writing` and `has_points`.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from nbgrader.api import Comment, Grade
from sqlalchemy import select, text
from sqlalchemy.orm import Session, scoped_session

from ..errors import NbjudgeError

AnySession = Session | scoped_session[Session]
Row = TypeVar("Row", Grade, Comment)


class Points(NamedTuple):
    """What a person gives for a cell; None for nothing."""

    manual_score: float | None
    extra_credit: float | None


NO_POINTS = Points(None, None)


def points_of(grade: Grade) -> Points:
    """Return what a person has given for a cell."""
    return Points(grade.manual_score, grade.extra_credit)


def has_points(grade: Grade) -> bool:
    """Return whether a person has given points for a cell, extra credit included."""
    return points_of(grade) != NO_POINTS


class NewerValueError(NbjudgeError):
    """Somebody else has saved another value since this one was shown."""


@contextmanager
def locked(session: AnySession, kind: type[Row], ids: Collection[str]) -> Iterator[Sequence[Row]]:
    """Read rows by primary key, and keep other writers from them until the end of the block.

    Changes are committed at the end, or rolled back if the block raises an error. The session must
    have no changes that are not committed.
    """
    session.rollback()  # it may be in a transaction that sees older values
    begin_writing(session)
    query = select(kind).where(kind.id.in_(ids)).with_for_update(of=kind)
    try:
        yield session.scalars(query.execution_options(populate_existing=True)).all()
        session.commit()
    except BaseException:
        session.rollback()
        raise


def begin_writing(session: AnySession) -> None:
    """Keep all other writers from an SQLite database until the transaction ends.

    SQLite has no locks of rows, and its driver begins a transaction only at the first change, so a
    row that was read before may have changed by then.
    """
    if session.get_bind().dialect.name == "sqlite":
        session.execute(text("BEGIN IMMEDIATE"))


def give_points(grade: Grade, given: Points, shown: Points) -> None:
    """Give a person's points to a cell, as formgrader does.

    Raises `NewerValueError` if the cell has other points than those that were `shown`.
    """
    current = points_of(grade)
    if current not in (shown, given):
        raise NewerValueError(
            f"Not saved, because {_somebody(current)} meanwhile. To replace this, enter your "
            "points again."
        )
    grade.manual_score = given.manual_score
    grade.extra_credit = given.extra_credit
    grade.needs_manual_grade = given.manual_score is None and grade.auto_score is None


def give_comment(comment: Comment, given: str | None, shown: str | None) -> None:
    """Give a person's comment to a cell; the arguments and errors are those of `give_points`."""
    current = comment.manual_comment or ""
    if current not in (shown or "", given or ""):
        raise NewerValueError(
            "Not saved, because somebody else changed this comment meanwhile. To replace it, "
            "enter yours again."
        )
    comment.manual_comment = given


def copy_points(
    points: Points, comment: str | None, others: Iterable[tuple[Grade, Comment | None]]
) -> int:
    """Give points and a comment to cells that wait for a person; return the number of cells.

    A cell that does not wait any more, or has points or extra credit, is passed over, and a comment
    of its own stays.
    """
    graded = 0
    for grade, remark in others:
        if not grade.needs_manual_grade or has_points(grade):
            continue
        grade.manual_score = points.manual_score
        grade.extra_credit = points.extra_credit
        grade.needs_manual_grade = False
        graded += 1
        if remark is not None and not remark.manual_comment:
            remark.manual_comment = comment
    return graded


def _somebody(points: Points) -> str:
    if points == NO_POINTS:
        return "somebody else removed the points"
    parts = []
    if points.manual_score is not None:
        parts.append(f"{points.manual_score:g} points")
    if points.extra_credit is not None:
        parts.append(f"{points.extra_credit:g} of extra credit")
    return f"somebody else gave {' and '.join(parts)}"
