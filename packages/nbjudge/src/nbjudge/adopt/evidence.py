"""Results of grading the solution and the release in stock nbgrader and in nbjudge.

Entry point: `Evidence`, from which the looks of `check` read.
"""

import ast
import re
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from nbformat import NotebookNode

from ..plugins.execute import JudgeExecute
from ..processes.cell_names import names_read, plain_python
from .findings import HollowPoints, Key, NotebookCost, Slips
from .loose import LooseGlobal, loose_globals
from .stock import WAS_NOT_RUN
from .taken import Surroundings, submission_names, surroundings_of
from .trial import RELEASE, SOLUTION, Trial, TrialOutcome, Way, error_line, test_cells

FRAME = re.compile(
    r"^(?:Cell |File )?.*\bIn\[\d+\], line (\d+)|^Input In \[\d+\].*line (\d+)", re.M
)
SHORT = 90  # at most so many characters of a line of code are quoted


@dataclass
class Evidence:
    """Results of both ways of grading, and what is derived from them.

    Attributes
    ----------
    trial
        The scratch course that was graded.
    stock, judged
        The results in stock nbgrader and in nbjudge.
    hollow
        The points that hollow answers got in nbjudge.
    slips
        The small mistakes that get more points in nbjudge.
    """

    trial: Trial
    stock: Way
    judged: Way
    hollow: HollowPoints = field(default_factory=dict)
    slips: Slips = field(default_factory=dict)
    _around: dict[str, Surroundings] = field(default_factory=dict)
    _loose: dict[str, tuple[LooseGlobal, ...]] = field(default_factory=dict)

    @cached_property
    def tests(self) -> dict[str, list[str]]:
        """The test cells of each notebook, in the order of the notebook."""
        return {name: test_cells(self.trial.definition, name) for name in self.trial.notebooks}

    @cached_property
    def keys(self) -> list[Key]:
        """All test cells of the assignment."""
        return [(notebook, cell) for notebook, cells in self.tests.items() for cell in cells]

    @cached_property
    def differ(self) -> frozenset[Key]:
        """The test cells that end differently in nbjudge."""
        return frozenset(key for key in self.keys if self.differs(key, self.judged))

    def compared(self, key: Key) -> bool:
        """Return True if stock nbgrader ran a test cell."""
        if key[0] in self.trial.lacking:
            return False
        errors = (self.stock[what][0].outcomes[key].error for what in (SOLUTION, RELEASE))
        return not any((error or "").startswith(f"{WAS_NOT_RUN}:") for error in errors)

    def differs(self, key: Key, judged: Way) -> bool:
        """Return True if no run in `judged` ended as a run of stock nbgrader did."""
        return self.compared(key) and any(
            {run.outcomes[key].verdict for run in self.stock[what]}.isdisjoint(
                run.outcomes[key].verdict for run in judged[what]
            )
            for what in (SOLUTION, RELEASE)
        )

    def better(self, key: Key) -> bool:
        """Return True if the solution gets more points in nbjudge, and the release does not."""
        stock, judged = self.outcomes(key, SOLUTION)
        alike = self.outcomes(key, RELEASE)
        return (judged.points or 0) > (stock.points or 0) and alike[0].verdict == alike[1].verdict

    def outcomes(self, key: Key, what: str) -> tuple[TrialOutcome, TrialOutcome]:
        """Return how the first run of `what` ended in stock nbgrader and in nbjudge.

        Parameters
        ----------
        key
            The test cell.
        what
            `SOLUTION` or `RELEASE`.
        """
        return self.stock[what][0].outcomes[key], self.judged[what][0].outcomes[key]

    def most(self, key: Key) -> float:
        """Return the maximum points of a test cell."""
        return float(self.trial.definition.notebooks[key[0]].cells[key[1]].max_score or 0)

    def source(self, key: Key) -> str:
        """Return the source of a test cell."""
        return self.trial.test_source(key)

    def around(self, notebook: str) -> Surroundings:
        """Return the cells around the test cells of a notebook (cached)."""
        if notebook not in self._around:
            path = self.trial.source / f"{notebook}.ipynb"
            definition = self.trial.definition.notebooks[notebook]
            shared = [cell for where, cell in self.shared() if where == notebook]
            self._around[notebook] = surroundings_of(path, definition, shared)
        return self._around[notebook]

    def loose(self, notebook: str) -> tuple[LooseGlobal, ...]:
        """Return the globals of a notebook's functions that only test cells bind (cached)."""
        if notebook not in self._loose:
            self._loose[notebook] = loose_globals(self.around(notebook))
        return self._loose[notebook]

    def shared(self) -> list[Key]:
        """Return the test cells that the course has run in the student's process."""
        records = self.judged[SOLUTION][0].shared
        return [key for key in self.keys if key[1] in records.get(key[0], ())]

    @cached_property
    def limits(self) -> NotebookCost:
        """The limits of a notebook: seconds and megabytes."""
        execute = JudgeExecute(config=self.trial.config)
        return NotebookCost(execute.notebook_seconds, execute.memory_mb)

    def cost(self, notebook: str) -> NotebookCost:
        """Return the time and memory that the solution of a notebook took in nbjudge."""
        runs = self.judged[SOLUTION]
        return NotebookCost(
            # The median, because the first run includes the start of the warm process.
            statistics.median(run.seconds.get(notebook, 0.0) for run in runs),
            max(run.memory_mb.get(notebook, 0.0) for run in runs),
        )

    def preloaded(self) -> list[str]:
        """Return the modules that the course preloads."""
        return list(JudgeExecute(config=self.trial.config).preload)

    def seen(self, key: Key) -> str:
        """Quote the line of a differing test cell that fails, with the submission's names in it.

        Returns
        -------
        str
            A phrase; "" if no run failed in one way of grading alone, or its line is not known.
        """
        for what in (SOLUTION, RELEASE):
            for way, runs in (("nbjudge", self.judged), ("stock nbgrader alone", self.stock)):
                failed = runs[what][0]
                others = self.stock if runs is self.judged else self.judged
                if not failed.outcomes[key].error or others[what][0].outcomes[key].error:
                    continue
                cell = find_cell(failed.notebooks[key[0]], key[1])
                found = failing_statement(cell) if cell else None
                if cell is None or found is None:
                    continue
                line, statement = found
                above = cell.source[: len(cell.source) - len(cell.source.lstrip())]
                line += above.count("\n")  # IPython removes these blank lines before it compiles
                # Of a compound statement such as `with`, only the header is quoted. It is no
                # Python by itself until it gets a body.
                read = names_read(statement) or names_read(f"{statement} pass")
                names = read & submission_names(self.around(key[0]), key[1])
                text = f"line {line}, `{shortened(statement)}`, in {way}: {error_line(cell)}"
                return text + (f"; {listed(names)} of the submission" if names else "")
        return ""


def find_cell(notebook: NotebookNode, name: str) -> NotebookNode | None:
    """Return the cell with this `grade_id`; None if there is none."""
    cells = (c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)
    return next(cells, None)


def failing_line(cell: NotebookNode) -> int | None:
    """Return the line of a cell, counted from 1, that raised its error or led to it."""
    errors = [output for output in cell.get("outputs", []) if output.output_type == "error"]
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(errors[-1].traceback)) if errors else ""
    found = FRAME.search(text)
    return int(found[1] or found[2]) if found else None


def failing_statement(cell: NotebookNode) -> tuple[int, str] | None:
    """Return the line that fails and its innermost statement; None if that is not known."""
    line = failing_line(cell)
    try:
        code = plain_python(cell.source)
        tree = ast.parse(code)
    except SyntaxError:
        return None
    if line is None:
        return None
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not around:
        return None
    statement = min(around, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)
    text = ast.get_source_segment(code, statement) or ""
    if hasattr(statement, "body"):  # a compound statement such as `with`: its header failed
        text = text.partition("\n")[0]
    return line, text


def shortened(code: str) -> str:
    """Return a piece of code in one line of at most `SHORT` characters."""
    text = " ".join(code.split())
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


def listed(names: Iterable[str]) -> str:
    """Return names in alphabetical order with their verb, as in "`a` and `b` are"."""
    quoted = [f"`{name}`" for name in sorted(names)]
    return f"{joined(quoted)} {'is' if len(quoted) == 1 else 'are'}"


def joined(words: list[str]) -> str:
    """Return words as a sentence lists them, as in "a, b and c"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
