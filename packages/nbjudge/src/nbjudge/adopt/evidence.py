"""Results of grading right and wrong answers in plain nbgrader and in nbjudge.

Entry point: `Evidence`, from which the looks of `check` read.
"""

import ast
import re
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from nbformat import NotebookNode

from nbisolate.cells import read_test

from ..course.failed_cells import cell_error_line
from ..gradebook.source_notebooks import cell_path
from ..plugins.execute import JudgeExecute
from .borrowed_names import Surroundings, surroundings_of
from .findings import Imports, Key
from .reasons import FailedCell, Reason, reason_of
from .trial import RELEASE, SOLUTIONS, Graded, Trial, TrialOutcome, Way, test_cells
from .wrong_answers import WRONG, Changes, shortened

FRAME = re.compile(
    r"^(?:Cell |File )?.*\bIn\[\d+\], line (\d+)|^Input In \[\d+\].*line (\d+)", re.M
)
JUDGED = "nbjudge"  # the way of grading in which a cell fails, as a finding names it
# The answers that are compared. The solution has several runs, of which one must be the same.
PROBES = (SOLUTIONS, (RELEASE,), *((student,) for student in WRONG))


@dataclass
class Evidence:
    """Results of both ways of grading, and what is derived from them.

    `changes` has the small mistakes in wrong answers, by student. `probes` are the answers that are
    compared: of those in a probe, one must be the same. `values` has, by test cell, words about the
    first value that differs in its failing statement. `imports` has the imports of test cells that
    give plain nbgrader's points in an instructor cell.
    """

    trial: Trial
    plain: Way
    judged: Way
    changes: Mapping[str, Changes] = field(default_factory=dict)
    probes: Sequence[tuple[str, ...]] = PROBES
    values: Mapping[Key, str] = field(default_factory=dict)
    imports: Imports = field(default_factory=dict)

    @property
    def is_class(self) -> bool:
        """True if the answers are those of a class, and not the solution and wrong answers."""
        return self.probes is not PROBES

    @property
    def answered(self) -> Collection[str]:
        """The notebooks of which answers are compared: without a right one, nothing is."""
        return self.trial.notebooks if self.is_class else self.trial.answered

    @cached_property
    def tests(self) -> dict[str, list[str]]:
        """The test cells of each notebook, in the order of the notebook."""
        return {name: test_cells(self.trial.definition, name) for name in self.trial.notebooks}

    @cached_property
    def keys(self) -> list[Key]:
        """All test cells of the assignment."""
        keys = list[Key]()
        for notebook, cells in self.tests.items():
            keys += [(notebook, cell) for cell in cells]
        return keys

    @cached_property
    def execute(self) -> JudgeExecute:
        """The course's preprocessor, with its limits."""
        return JudgeExecute(config=self.trial.config)

    @cached_property
    def in_process(self) -> list[Key]:
        """The test cells that are in-process already, by a tag or by `JudgeExecute.in_process`."""
        listed = self.execute.in_process
        return [
            key
            for key in self.keys
            if self.trial.cell(key).in_process or cell_path(self.trial.assignment, *key) in listed
        ]

    def scores(self, way: Way, students: Collection[str], key: Key) -> list[float]:
        """Return what the answers of some students got for a test cell, as far as it was run.

        A test cell without points gives 1 if it passes.
        """
        outcomes = [way[student].outcomes.get(key) for student in students if student in way]
        return [
            outcome.points or 0.0 if self.most(key) else float(outcome.error is None)
            for outcome in outcomes
            if outcome
            # No points in nbjudge: the notebook is refused, and no test cell is at fault.
            and not (self.is_class and outcome.points is None)
        ]

    def compared(self, key: Key) -> bool:
        """Return True if there are points of plain nbgrader for a test cell."""
        if self.is_class:  # some have not submitted all notebooks
            return any(self.scores(self.plain, students, key) for students in self.probes)
        notebook, _ = key
        return (
            notebook in self.answered
            and notebook not in self.trial.lacking
            and all(self.scores(self.plain, students, key) for students in (SOLUTIONS, (RELEASE,)))
        )

    def flaky(self, key: Key) -> bool:
        """Return True if runs of the solution differ: the cell depends on chance."""
        ways = (self.plain, self.judged) if self.compared(key) else (self.judged,)
        return any(len(set(self.scores(way, SOLUTIONS, key))) > 1 for way in ways)

    def better(self, key: Key) -> bool:
        """Return True if the solution gets more than in plain nbgrader: no student loses by it."""
        plain = self.scores(self.plain, SOLUTIONS, key)
        judged = self.scores(self.judged, SOLUTIONS, key)
        return bool(plain and judged) and self.compared(key) and max(plain) < min(judged)

    def differing(self, key: Key, judged: Way | None = None) -> list[tuple[str, ...]]:
        """Return the probes for which a test cell gives other points in `judged`, or in nbjudge.

        A cell that depends on chance is not compared, and one in which plain nbgrader is at fault.
        """
        if not self.compared(key) or self.flaky(key) or self.better(key):
            return []
        differing = list[tuple[str, ...]]()
        for students in self.probes:
            plain = {*self.scores(self.plain, students, key)}
            ours = {*self.scores(self.judged if judged is None else judged, students, key)}
            if plain and ours and not plain & ours:
                differing.append(students)
        return differing

    def outcomes(self, key: Key, student: str) -> tuple[TrialOutcome, TrialOutcome]:
        """Return how a test cell ended for a student in plain nbgrader and in nbjudge."""
        return self.plain[student].outcomes[key], self.judged[student].outcomes[key]

    @cached_property
    def around(self) -> dict[str, Surroundings]:
        """The cells around the test cells of each notebook."""
        around = {}
        for notebook, definition in self.trial.definition.notebooks.items():
            in_process = [cell for name, cell in self.in_process if name == notebook]
            path = self.trial.source / f"{notebook}.ipynb"
            around[notebook] = surroundings_of(path, definition, in_process)
        return around

    def most(self, key: Key) -> float:
        """Return the maximum points of a test cell."""
        return float(self.trial.cell(key).max_score or 0)

    def seconds(self, notebook: str) -> float:
        """Return the time of one run of the solution of a notebook in nbjudge.

        A notebook with in-process cells, or with cells that count after the due date, runs several
        times for one submission, and the limit is for each run.
        """
        # The median, because the first submission includes the start of the fork server.
        seconds = statistics.median(run.seconds.get(notebook, 0.0) for run in self.solutions)
        definition = self.trial.definition.notebooks[notebook]
        return seconds / self.execute.most_runs(self.trial.assignment, definition)

    def memory_mb(self, notebook: str) -> float:
        """Return the memory that the solution of a notebook takes at most in nbjudge."""
        return max(run.memory_mb.get(notebook, 0.0) for run in self.solutions)

    @property
    def solutions(self) -> list[Graded]:
        """The runs of the solution in nbjudge."""
        return [self.judged[student] for student in SOLUTIONS if student in self.judged]

    def seen(self, key: Key, student: str) -> str:
        """Quote the line of a test cell that fails in one way only, or say how it ends in both.

        Return "" if that is not known, because the plain points are those of a class.
        """
        way, cell = self.failing(key, student)
        plain, judged = self.outcomes(key, student)
        if cell is None and self.is_class:
            return ""
        if cell is None:
            ends = [outcome.error or "no error" for outcome in (plain, judged)]
            return f"it ends with {ends[0]} in plain nbgrader, and with {ends[1]} in nbjudge"
        line = quoted_line(cell)
        place = f"{line}, in {way}" if line else f"in {way}"
        return f"{place}: {cell_error_line(cell)}{self.values.get(key, '')}"

    def reason(self, key: Key, student: str) -> Reason | None:
        """Return why a test cell fails in nbjudge only; None if that is not known, or not so."""
        way, cell = self.failing(key, student)
        if cell is None or way != JUDGED:
            return None
        notebook, _ = key
        _, statement = failing_statement(cell) or (0, "")
        error = cell_error_line(cell) or ""
        source = self.trial.cell(key).source
        assignment = self.trial.assignment
        return reason_of(FailedCell(assignment, source, statement, error, self.around[notebook]))

    def failing(self, key: Key, student: str) -> tuple[str, NotebookNode | None]:
        """Return the only way of grading in which a test cell fails, and the cell there."""
        plain, judged = self.outcomes(key, student)
        if bool(plain.error) == bool(judged.error):
            return "", None
        way = "plain nbgrader only"
        runs = self.plain
        if judged.error:
            way = JUDGED
            runs = self.judged
        notebook, name = key
        return way, find_cell(runs[student].notebooks[notebook], name)


def find_cell(notebook: NotebookNode, name: str) -> NotebookNode | None:
    """Return the cell with this `grade_id`; None if there is none."""
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") == name:
            return cell
    return None


def quoted_line(cell: NotebookNode) -> str:
    """Quote the line of a cell that fails, as in "line 3, `import spacy`"; "" if not known."""
    line, statement = failing_statement(cell) or (0, "")
    return f"line {line}, `{shortened(statement)}`" if statement else ""


def failing_statement(cell: NotebookNode) -> tuple[int, str] | None:
    """Return the line that fails and its innermost statement; None if that is not known."""
    errors = [output for output in cell.get("outputs", []) if output.output_type == "error"]
    text = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(errors[-1].traceback)) if errors else ""
    frame = FRAME.search(text)
    code = read_test(cell.source).code
    if code is None:
        return None
    line = int(frame[1] or frame[2]) if frame else 0
    around = [
        node
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not around:
        return None
    statement = min(around, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)
    quoted = ast.get_source_segment(code, statement) or ""
    if hasattr(statement, "body"):  # a compound statement such as `with`: its header failed
        quoted = quoted.partition("\n")[0]
    above = cell.source[: len(cell.source) - len(cell.source.lstrip())]
    # IPython removes blank lines at the top before it compiles.
    return line + above.count("\n"), quoted
