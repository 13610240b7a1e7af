"""The repair of `nbjudge grade` as a preprocessor, for `nbgrader autograde`."""

import json

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from ..gradebook.definition import read_notebook
from .preprocessors import Handed, Resources
from .repair import load_notebook


class RepairNotebook(NbGraderPreprocessor):
    """A preprocessor that repairs a submitted notebook as `nbjudge grade` does.

    Put it first into ``Autograde.sanitize_preprocessors``. Without it, one copied test cell or one
    notebook of an older nbgrader stops `nbgrader autograde` for the whole class.
    """

    def preprocess(self, nb: NotebookNode, resources: Resources) -> Handed:
        """Return the repaired notebook; log what was wrong with it.

        Raises
        ------
        UnreadableFileError
            If it is beyond repair. nbgrader then leaves out this submission.
        """
        ids = resources["nbgrader"]
        repaired = load_notebook(json.dumps(nb).encode(), read_notebook(ids, self.config))
        for line in (*repaired.doubts, *repaired.notes):
            self.log.warning("%s %s.ipynb %s", ids["student"], ids["notebook"], line)
        return repaired.notebook, resources
