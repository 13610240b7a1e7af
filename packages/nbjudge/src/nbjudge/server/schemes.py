"""Mark schemes and model answers of the instructor, for the page where a person grades."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearMarkScheme, ClearSolutions
from nbgrader.utils import is_grade, is_solution, is_task

ITEM = re.compile(r"(?:\d+[.)]|[-*+])\s+(.*)")  # of a Markdown list
WORTH = re.compile(r"\((\d+(?:\.\d+)?) points?\)")


class MarkSchemes(Preprocessor):
    """Preprocessor that passes mark schemes to the template, as `resources.nbjudge.schemes`.

    They are read from the instructor's notebook in `source/`, because the release version has none.
    A notebook that is missing or cannot be read has no schemes.
    """

    def __init__(self, coursedir: CourseDirectory):
        super().__init__(parent=coursedir)
        self.enabled = True
        self.coursedir = coursedir

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        path = self.path_of(resources)
        resources.setdefault("nbjudge", {})["schemes"] = self.read(path) if path else {}
        return nb, resources

    def path_of(self, resources: Mapping[str, Any]) -> Path | None:
        """Return the path of the instructor's notebook for a page; None if it is of no notebook."""
        assignment, notebook = resources.get("assignment_id"), resources.get("notebook_id")
        if not assignment or not notebook:
            return None
        step = self.coursedir.source_directory
        return Path(self.coursedir.format_path(step, ".", assignment), f"{notebook}.ipynb")

    def read(self, path: Path) -> dict[str, dict[str, Any]]:
        """Read the mark schemes of an instructor's notebook.

        The keys are the `grade_id` of each cell that a person grades. "scheme" and "answer" are
        texts without the lines that begin and end them ("" if there is none), and "items" is the
        result of `items_of`.
        """
        try:
            cells = nbformat.read(path, as_version=4).cells
        except (OSError, ValueError):
            return {}
        return {
            cell.metadata.nbgrader.grade_id: self._with_items(cell)
            for cell in cells
            if (is_grade(cell) and is_solution(cell)) or is_task(cell)
        }

    def _with_items(self, cell: NotebookNode) -> dict[str, Any]:
        parts = self.split(cell.source)
        return {**parts, "items": items_of(parts["scheme"], cell.metadata.nbgrader.points)}

    def split(self, source: str) -> dict[str, str]:
        """Split a cell into its mark scheme and the answer around it."""
        schemes = ClearMarkScheme(parent=self)
        solutions = ClearSolutions(parent=self)
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


def items_of(scheme: str, points: float) -> list[tuple[str, float]]:
    """Find the items of the list in a mark scheme in Markdown, and the points of each.

    An item may state its points, as in "(2 points)"; else it gets an equal share of the cell's,
    which are `points`. The list is empty if the items do not add up to the points of the cell.
    """
    texts: list[str] = []
    for line in scheme.split("\n"):
        if item := ITEM.match(line):
            texts.append(item[1])
        elif texts and line.startswith(" "):
            texts[-1] += f" {line.strip()}"
        elif texts:
            break
    said = [WORTH.search(text) for text in texts]
    worth = [float(each[1]) if each else points / len(texts) for each in said]
    fits = bool(texts) and abs(sum(worth) - points) < 1e-9
    return list(zip(texts, worth, strict=True)) if fits else []
