"""The files that each result in the gradebook is for, in a table of nbjudge's next to nbgrader's.

nbgrader's tables hold the scores of a notebook, but not which version of it has them. In an older
gradebook that somebody restored, all automatic scores can be those of the newer version that is in
`autograded/`, while a person graded the older one. A backup has this table, too, so it tells them
apart.

Entry points: `read_graded_files`, `write_graded_files` and `delete_unused`.
"""

from collections.abc import Sequence

from nbgrader.api import SubmittedNotebook
from sqlalchemy import (
    Column,
    ColumnElement,
    MetaData,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
)

from .hand_grading import AnySession

# `submitted` is that of the grading record (`record.NotebookRecord`). There is no foreign key,
# because nbgrader deletes a submission without knowing of this table.
TABLE = Table(
    "nbjudge_graded_files",
    MetaData(),
    Column("submitted_notebook_id", String(32), primary_key=True),
    Column("submitted", String(64), nullable=False),
)


def read_graded_files(
    session: AnySession, conditions: Sequence[ColumnElement[bool]]
) -> dict[str, str]:
    """Return the digests of the graded files, by the primary key of the submitted notebook.

    `conditions` are on the columns of `SubmittedNotebook`. Notebooks that only nbgrader has graded
    are left out.
    """
    if not inspect(session.connection()).has_table(TABLE.name):
        return {}
    query = (
        select(TABLE.c.submitted_notebook_id, TABLE.c.submitted)
        .join(SubmittedNotebook, SubmittedNotebook.id == TABLE.c.submitted_notebook_id)
        .where(*conditions)
    )
    return {key: submitted for key, submitted in session.execute(query)}


def write_graded_files(session: AnySession, key: str, submitted: str | None) -> None:
    """Store which files a submitted notebook's result is for; None if that is not known.

    `key` is the primary key of the submitted notebook.
    """
    TABLE.create(session.connection(), checkfirst=True)
    session.execute(delete(TABLE).where(TABLE.c.submitted_notebook_id == key))
    if submitted is not None:
        session.execute(insert(TABLE).values(submitted_notebook_id=key, submitted=submitted))


def delete_unused(session: AnySession) -> None:
    """Delete the rows of submissions that are no longer in the gradebook."""
    if inspect(session.connection()).has_table(TABLE.name):
        stored = select(SubmittedNotebook.id)
        session.execute(delete(TABLE).where(TABLE.c.submitted_notebook_id.not_in(stored)))
