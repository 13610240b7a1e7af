"""Sentences of failed checks, for the page where a person grades."""

from typing import Any

from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode

from ..course.failed_cells import ON_STDERR, failed_names, messages_of, sentences
from ..gradebook.source_notebooks import is_test


class CheckSentences(Preprocessor):
    """Preprocessor that passes the sentences of failed checks to formgrader's template.

    They are those of the feedback page, and are in `resources.nbjudge.sentences`: a dict from the
    `grade_id` of a test cell to a list of texts.
    """

    enabled = True

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        failed = failed_names(nb.cells)
        by_cell: dict[str, list[str]] = {}
        for cell in nb.cells:
            if is_test(cell):
                messages = messages_of(cell.get("outputs", []), failed)
                # nbjudge takes no points for text on stderr, so a passed check may have some.
                messages = [message for message in messages if message.error != ON_STDERR]
                by_cell[cell.metadata.nbgrader.grade_id] = sentences(messages)
        resources.setdefault("nbjudge", {})["sentences"] = by_cell
        return nb, resources
