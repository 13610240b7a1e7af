"""Tables that a course adds to the report, by classes of its own (`Report.sections`).

Entry point: `read_sections`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from traitlets.utils.importstring import import_item

from ..errors import UsageError
from ..files.child import Bounds, FailedItem, in_child
from ..files.text import one_line

# A section reads notebooks that students wrote, so one of them can be made to take forever.
SECTION_BOUNDS = Bounds(cpu_seconds=60, wall_seconds=120, memory_mb=1024)

SectionCell = str | int | float | list[str]  # a list holds the ids of students


class ReportSection(Protocol):
    """Protocol of a course's class that adds a table to the report.

    It is constructed without arguments. `caption` is a sentence or two for the reader of the
    report. An optional attribute `mistakes` is True if each row is a mistake: a sentence, perhaps
    its task as text, and a list of students. Then the report's first screen shows the first rows,
    instead of the commonest messages.

    Examples
    --------
    A class in a file `tables.py` of the course, for `c.Report.sections = ["tables.Files"]`:

    >>> class Files:
    ...     title = "Other files"
    ...     caption = "Files that students submitted next to their notebooks."
    ...
    ...     def rows(self, folder, folders):
    ...         yield ["Student", "Files"]
    ...         for student, autograded in sorted(folders.items()):
    ...             files = [path for path in autograded.iterdir() if path.suffix != ".ipynb"]
    ...             yield [student, len(files)]
    """

    title: str
    caption: str

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterable[Sequence[SectionCell]]:
        """Yield the column names, then the rows. Yield nothing to leave the table out.

        `folder` is the assignment's in `release/`, and its name is the assignment's name. `folders`
        are the autograded folders by student.
        """
        ...


@dataclass(frozen=True)
class SectionTable:
    """Table that a course adds to the report: heading, caption, columns, rows, `mistakes`.

    `failure` is a sentence on why there are no rows, or "".
    """

    title: str
    caption: str
    columns: list[str]
    rows: list[list[SectionCell]]
    mistakes: bool
    failure: str = ""


def read_sections(
    names: Iterable[str], folder: Path, folders: Mapping[str, Path]
) -> list[SectionTable]:
    """Make the tables of a course's own classes, each in a child process with limits.

    `names` are dotted names of classes. A class that reads the notebooks of students and raises an
    error, or exceeds `SECTION_BOUNDS`, costs its own table: one student could cause that. Raise
    `UsageError` if a class cannot be imported.
    """
    tables = []
    for name in names:
        try:
            section: ReportSection = import_item(name)()
        except Exception as error:  # the course's own code may raise anything
            why = one_line(f"{type(error).__name__}: {error}")
            raise UsageError(f"Report.sections lists {name}, which raises {why}") from error
        try:
            (rows,) = in_child(
                lambda section: [list(row) for row in section.rows(folder, folders)],
                [section],
                SECTION_BOUNDS,
            )
        except Exception as error:
            rows = FailedItem(one_line(f"raised {type(error).__name__}: {error}"))
        if isinstance(rows, FailedItem):
            failure = f"This table is missing, because {name} {rows.reason}."
            tables.append(SectionTable(section.title, section.caption, [], [], False, failure))
        elif rows:
            columns = [str(column) for column in rows[0]]
            mistakes = bool(getattr(section, "mistakes", False))
            tables.append(SectionTable(section.title, section.caption, columns, rows[1:], mistakes))
    return tables
