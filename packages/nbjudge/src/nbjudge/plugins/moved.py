"""Submissions of an older edition, whose cells import modules from where they were then."""

import re
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_locked
from traitlets import Dict, Unicode

Resources = dict[str, Any]


class FollowMoves(NbGraderPreprocessor):
    """A preprocessor that imports moved modules from where they are now.

    Put it before `JudgeExecute` in ``Autograde.autograde_preprocessors``. The modules next to a
    notebook were `show.py` and `draw.py`, say, and are `lab/show.py` and `lab/draw.py` since. A
    student who has not fetched the newer edition hands in ``from show import show``. That line is
    graded as ``from lab.show import show``. `imports` of the newer edition run before the first
    cell, because a name that a module has lost since ends the older edition's cell of imports. A
    notebook that imports from the package already is left as it is.
    """

    moved = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help='Packages of modules that have moved, such as {"show": "lab"}.',
    ).tag(config=True)

    imports = Dict(
        key_trait=Unicode(),
        value_trait=Unicode(),
        help='Imports of the newer edition, by "assignment/notebook".',
    ).tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        """Rewrite the imports in the code cells of a notebook."""
        # Locked cells are those of the newer edition already.
        code = [cell for cell in nb.cells if cell.cell_type == "code" and not is_locked(cell)]
        if self.moved and code and not any(self._is_newer(cell.source) for cell in code):
            for cell in code:
                cell.source = self._followed(cell.source)
            place = resources["nbgrader"]
            imports = self.imports.get(f"{place['assignment']}/{place['notebook']}", "")
            code[0].source = f"{imports}\n\n{code[0].source}".lstrip()
        return nb, resources

    def _is_newer(self, source: str) -> bool:
        packages = "|".join(map(re.escape, set(self.moved.values())))
        return bool(re.search(rf"^[ \t]*(?:from|import) (?:{packages})\b", source, re.M))

    def _followed(self, source: str) -> str:
        names = "|".join(map(re.escape, self.moved))
        source = re.sub(
            rf"^([ \t]*)from ({names})(?=[ \t]+import\b)",
            lambda found: f"{found[1]}from {self.moved[found[2]]}.{found[2]}",
            source,
            flags=re.M,
        )
        return re.sub(
            rf"^([ \t]*)import ({names})(?=[ \t]*(?:#|$)|[ \t]+as\b)",
            lambda found: f"{found[1]}from {self.moved[found[2]]} import {found[2]}",
            source,
            flags=re.M,
        )
