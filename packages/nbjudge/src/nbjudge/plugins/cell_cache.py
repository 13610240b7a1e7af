"""A cache of the HTML of the instructor's cells, which all students' pages share.

Entry point: `GivenCellCache`. Nine of ten characters of code on a page are the instructor's, so
most of a page need not be rendered again for each student.
"""

import logging
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory

from ..files.child import Bounds, FailedItem, in_child
from .safehtml import NO_PAGES, Pages, code_page, markdown_page

BOUNDS = Bounds(cpu_seconds=60, wall_seconds=300, memory_mb=1024)

Hide = Callable[[NotebookNode], list[NotebookNode]]


class GivenCellCache:
    """A cache of rendered cells: all cells of release/, and the test cells of source/.

    `hide` is called with a notebook of source/ and returns its test cells, without the parts that
    the feedback hides. A missing folder contributes no cells. A notebook that cannot be read is
    logged, and its cells are rendered for each page.
    """

    def __init__(self, coursedir: CourseDirectory, hide: Hide, log: logging.Logger):
        self.coursedir = coursedir
        self.hide = hide
        self.log = log
        self._made: tuple[object, Pages] = (None, NO_PAGES)

    def pages(self, assignment: str) -> Pages:
        """Return the HTML of the cells, rendered again if a file has changed.

        It is rendered in a child process that has not read any submission, so that no student's
        notebook can affect the HTML on another student's page.
        """
        files = [
            (path, step == self.coursedir.source_directory)
            for step in (self.coursedir.release_directory, self.coursedir.source_directory)
            for path in sorted(
                Path(self.coursedir.format_path(step, ".", assignment)).glob("*.ipynb")
            )
        ]
        key = [(path, path.stat().st_mtime_ns, path.stat().st_size) for path, _ in files]
        if self._made[0] != key:
            pages: dict[tuple[str, str], str] = {}
            for made in in_child(self._read_cells, files, BOUNDS, as_json=True):
                if not isinstance(made, FailedItem):
                    pages |= {(kind, source): page for kind, source, page in made}
            self._made = (key, pages)
        return self._made[1]

    def _read_cells(self, file: tuple[Path, bool]) -> list[tuple[str, str, str]]:
        path, is_source = file
        try:
            notebook = nbformat.read(path, as_version=4)
            cells = self.hide(notebook) if is_source else notebook.cells
            return [
                (cell.cell_type, cell.source, _page(cell))
                for cell in cells
                if cell.cell_type in ("code", "markdown") and not cell.get("attachments")
            ]
        except Exception as error:  # for example, a notebook that the instructor is still editing
            self.log.debug("Pages will be generated more slowly, because of %s: %s", path, error)
            return []


def _page(cell: NotebookNode) -> str:
    return code_page(cell.source) if cell.cell_type == "code" else markdown_page(cell.source, {})
