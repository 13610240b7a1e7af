"""The HTML of the cells that a course gives to all its students, made once for all pages.

Entry point: `GivenCellCache`. Nine of ten characters of code on a page are the instructor's.
"""

import logging
from collections.abc import Callable
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory

from ..sandbox.child import Bounds, in_child
from .safehtml import NO_PAGES, Pages, code_page, markdown_page

BOUNDS = Bounds(cpu_seconds=60, wall_seconds=300, memory_mb=1024)

Hide = Callable[[NotebookNode], list[NotebookNode]]


class GivenCellCache:
    """The cells of an assignment's notebooks in release/, and of those in source/ the test cells.

    Parameters
    ----------
    coursedir
        nbgrader's folders of the course. A folder that is not there gives no cells.
    hide
        Returns the test cells of a notebook of source/, without what the feedback hides.
    log
        Hears of a notebook that cannot be read: its cells are made for each page.
    """

    def __init__(self, coursedir: CourseDirectory, hide: Hide, log: logging.Logger):
        self.coursedir, self.hide, self.log = coursedir, hide, log
        self._made: tuple[object, Pages] = (None, NO_PAGES)

    def pages(self, assignment: str) -> Pages:
        """The HTML of the cells; made anew if a file has changed since.

        It is made in a child that has seen nothing of a student's.
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
            for made in in_child(self._read, files, BOUNDS):
                pages |= made if isinstance(made, dict) else {}
            self._made = (key, pages)
        return self._made[1]

    def _read(self, file: tuple[Path, bool]) -> dict[tuple[str, str], str]:
        path, is_source = file
        try:
            notebook = nbformat.read(path, as_version=4)
            cells = self.hide(notebook) if is_source else notebook.cells
            return {
                (cell.cell_type, cell.source): _page(cell)
                for cell in cells
                if cell.cell_type in ("code", "markdown") and not cell.get("attachments")
            }
        except Exception as error:  # an instructor's notebook that is not finished, for example
            self.log.debug("Pages are made slowly: %s: %s", path, error)
            return {}


def _page(cell: NotebookNode) -> str:
    code = cell.cell_type == "code"
    return code_page(cell.source) if code else markdown_page(cell.source, {})
