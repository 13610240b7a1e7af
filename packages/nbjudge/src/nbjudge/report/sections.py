"""Tables that a course adds to the report, by classes of its own (`Report.sections`).

Entry point: `read_sections`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from traitlets.utils.importstring import import_item

from ..course.text import one_line
from ..errors import WrongUsage
from ..sandbox.child import Bounds, Lost, in_child

# A section reads what students wrote.
SECTION_BOUNDS = Bounds(cpu_seconds=60, wall_seconds=120, memory_mb=1024)

SectionCell = str | int | float | list[str]  # a list holds the ids of students


class ReportSection(Protocol):
    """A class of a course that makes a table of the report. It is made without arguments.

    Attributes
    ----------
    title, caption
        The heading of the table, and a sentence or two for who reads it.
    """

    title: str
    caption: str

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterable[Sequence[SectionCell]]:
        """Yield the names of the columns, and then the rows; nothing for no table.

        Parameters
        ----------
        folder
            The folder of the assignment as students were given it, called as the assignment is.
        folders
            The autograded folder of each student: of the class, or of one student.
        """
        ...


@dataclass(frozen=True)
class SectionTable:
    """A table of a course's own: its heading, a sentence about it, its columns and its rows."""

    title: str
    caption: str
    columns: list[str]
    rows: list[list[SectionCell]]


def read_sections(
    names: Iterable[str], folder: Path, folders: Mapping[str, Path]
) -> list[SectionTable]:
    """Make the tables of a course's own classes, each in a child process with bounds.

    Parameters
    ----------
    names
        The dotted names of the classes.
    folder, folders
        See `ReportSection.rows`.

    Raises
    ------
    WrongUsage
        If a class cannot be imported, raises an error or takes too much.
    """
    tables = []
    for name in names:
        try:
            section: ReportSection = import_item(name)()
            (found,) = in_child(
                lambda section: [list(row) for row in section.rows(folder, folders)],
                [section],
                SECTION_BOUNDS,
            )
        except Exception as error:  # of the course's own code
            said = one_line(f"{type(error).__name__}: {error}")
            raise WrongUsage(f"Report.sections names {name}, which ends with {said}") from error
        if isinstance(found, Lost):
            raise WrongUsage(f"Report.sections names {name}, which {found.reason}")
        if found:
            columns = [str(column) for column in found[0]]
            tables.append(SectionTable(section.title, section.caption, columns, found[1:]))
    return tables
