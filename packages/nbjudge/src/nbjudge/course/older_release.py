"""Notebooks from an older release of an assignment, which a newer one has replaced since.

nbgrader writes a checksum of each locked cell into a released notebook. A locked cell that differs
from the course's, and still has the checksum of its own text, was changed by the course and not by
the student. Entry points: `is_as_released`, `older_note`, `release_sentences`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from ..files.text import first_few
from ..gradebook.record import Record

LEAST = 2  # notebooks that lack the same cells, before it is said of the class


def is_as_released(cell: NotebookNode) -> bool:
    """Return True if a cell of a submission still has the text with which it was released.

    The gradebook only holds the last release, so the submission's own checksum must do, which a
    student can write as well. That changes no points: the course's text replaces the cell in any
    case. It only changes the sentence about the cell and about answers that are missing with it.
    """
    metadata = cell.metadata.get("nbgrader")
    if not isinstance(metadata, dict) or not metadata.get("checksum"):
        return False
    try:
        return bool(compute_checksum(cell) == metadata["checksum"])
    except (KeyError, TypeError, ValueError, AttributeError):  # a student's metadata
        return False


def older_note(names: Iterable[str]) -> str:
    """Return the note on a notebook from an older release, which continues its name.

    `names` are the cells that are new or changed since.
    """
    return f"is from an older release; these cells are new or changed: {', '.join(names)}"


def release_sentences(records: Sequence[Record]) -> list[str]:
    """Return a sentence for each notebook of which a class has handed in an older release.

    Notebooks that all lack the same cells, and nothing else, may be from an older release, too.
    """
    older = Counter[str]()
    cells: dict[str, dict[str, None]] = {}  # in the order in which they are found
    lacking = Counter[tuple[str, tuple[str, ...]]]()
    for record in records:
        for name, notebook in record.notebooks.items():
            if notebook.older:
                older[name] += 1
                cells.setdefault(name, {}).update(dict.fromkeys(notebook.older))
            elif notebook.lacked and not notebook.blank:
                lacking[name, tuple(notebook.lacked)] += 1
    sentences = [
        f"{number} {name}.ipynb {_is(number)} from an older release; these cells are new or "
        f"changed: {first_few(list(cells[name]))}"
        for name, number in older.items()
    ]
    for (name, lacked), number in lacking.items():
        if number >= LEAST:
            sentences.append(
                f"{number} {name}.ipynb lack the same cells: {first_few(lacked)}. If these are "
                "new, the notebooks are from an older release"
            )
    return sentences


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
