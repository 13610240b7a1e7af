"""The mark scheme and the model answer of the instructor, for the page where a person grades."""

from pathlib import Path
from typing import Any

import nbformat
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearMarkScheme, ClearSolutions
from nbgrader.utils import is_grade, is_solution, is_task


class MarkSchemes(Preprocessor):
    """Hand the schemes of a notebook to the template, as `resources.nbjudge.schemes`.

    They are read from the instructor's notebook in source/: what students get has none. A notebook
    that is not there, or not to be read, has no schemes.

    Parameters
    ----------
    coursedir
        nbgrader's folders of the course.
    """

    def __init__(self, coursedir: CourseDirectory):
        super().__init__(parent=coursedir)
        self.enabled = True
        self.coursedir = coursedir

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        assignment, notebook = resources.get("assignment_id"), resources.get("notebook_id")
        schemes = {}
        if assignment and notebook:
            step = self.coursedir.source_directory
            folder = Path(self.coursedir.format_path(step, ".", assignment))
            schemes = self.read(folder / f"{notebook}.ipynb")
        resources["nbjudge"] = {"schemes": schemes}
        return nb, resources

    def read(self, path: Path) -> dict[str, dict[str, str]]:
        """Read the instructor's notebook.

        Returns
        -------
        By the `grade_id` of each cell that a person grades: "scheme" and "answer", the text of both
        without the lines that begin and end them; empty where there is none.
        """
        try:
            cells = nbformat.read(path, as_version=4).cells
        except (OSError, ValueError):
            return {}
        return {
            cell.metadata.nbgrader.grade_id: self.split(cell.source)
            for cell in cells
            if (is_grade(cell) and is_solution(cell)) or is_task(cell)
        }

    def split(self, source: str) -> dict[str, str]:
        """Tell the scheme in a cell from the answer around it."""
        schemes, solutions = ClearMarkScheme(parent=self), ClearSolutions(parent=self)
        marks = (solutions.begin_solution_delimeter, solutions.end_solution_delimeter)
        scheme: list[str] = []
        answer: list[str] = []
        inside = False
        for line in source.split("\n"):
            if schemes.begin_mark_scheme_delimeter in line:
                inside = True
            elif schemes.end_mark_scheme_delimeter in line:
                inside = False
            elif not any(mark in line for mark in marks):
                (scheme if inside else answer).append(line)
        return {"scheme": "\n".join(scheme).strip(), "answer": "\n".join(answer).strip()}
