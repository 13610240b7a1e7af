"""Find out before the class what in an assignment would surprise a student.

Entry point: `check`. The reference solution (three times, as some tests depend on chance) and the
untouched release are graded by stock nbgrader and by nbjudge, and compared cell by cell.
"""

import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from traitlets.config import Config

from ..course.shared import cell_path, tagged_cells
from ..plugins.execute import JudgeExecute
from .causes import Case, Explanation, Names, depends_on_chance, explain, names_of
from .taken import Surroundings, judges_own, surroundings_of, taken_names
from .trial import RELEASE, RUNS, SOLUTION, Trial, TrialOutcome, Way, error_line, test_cells

NEAR = 0.5  # of a limit: the reference solution is seldom the slowest


@dataclass(frozen=True)
class Finding:
    """Something that would surprise a student, or (`note`) somebody who knows stock nbgrader.

    Attributes
    ----------
    notebook, cell
        Where; `cell` is "" for the whole notebook.
    what, why, advice
        A sentence each; the last two may be "".
    tag
        Whether the tag `nbjudge:shared` on this cell helps; that was tried.
    gone
        Whether what was found is gone once the cells are tagged.
    note
        Whether it is in nobody's way.
    """

    notebook: str
    cell: str
    what: str
    why: str = ""
    advice: str = ""
    tag: bool = False
    gone: bool = False
    note: bool = False


@dataclass(frozen=True)
class NotebookCost:
    """What a notebook's solution took in nbjudge: seconds of the middle run, most megabytes."""

    seconds: float
    memory_mb: float


@dataclass(frozen=True)
class CheckReport:
    """What `check` has found.

    Attributes
    ----------
    assignment
        Its name.
    cells
        How many test cells there are, by notebook.
    differ
        (notebook, cell) of those that end otherwise in nbjudge.
    shared
        (notebook, cell) of those that run in the student's process, because of a tag or of
        `JudgeExecute.shared`.
    findings
        In the order of the notebooks.
    costs
        By notebook.
    limits
        Seconds and megabytes that a notebook may take.
    """

    assignment: str
    cells: Mapping[str, int]
    differ: frozenset[tuple[str, str]]
    shared: list[tuple[str, str]]
    findings: list[Finding]
    costs: Mapping[str, NotebookCost]
    limits: NotebookCost

    @property
    def surprises(self) -> list[Finding]:
        """The findings that must be mended before the class."""
        return [finding for finding in self.findings if not finding.note]

    @property
    def left_after_tags(self) -> list[Finding]:
        """Those that are still there once all cells that it helps are tagged."""
        return [finding for finding in self.surprises if not finding.gone]


def check(
    coursedir: CourseDirectory, config: Config, *, workers: int, runs: int = RUNS
) -> CheckReport:
    """Check the assignment `coursedir.assignment_id`.

    Parameters
    ----------
    coursedir, config
        The course, and its traitlets configuration.
    workers
        How many submissions stock nbgrader is to grade at a time.
    runs
        How many times to grade the solution.

    Raises
    ------
    WrongUsage
        If nbgrader cannot make a release of the assignment.
    Stopped
        If there can be no sandbox, or something else outside the assignment is in the way.
    """
    with tempfile.TemporaryDirectory(prefix="nbjudge-check-") as folder:
        _say("Making the release in a scratch folder")
        trial = Trial(coursedir, config, Path(folder))
        times = f"{runs} times the solution and once the release"
        _say(f"Grading {times} with stock nbgrader")
        stock = trial.grade("stock", Execute, workers, [], runs)
        _say(f"Grading {times} with nbjudge")
        judged = trial.grade("judged", JudgeExecute, 0, [], runs)
        return _Comparison(trial, stock, judged).report()


def _say(sentence: str) -> None:
    print(f"{sentence} ...", file=sys.stderr, flush=True)


@dataclass
class _Comparison:
    """The two ways side by side."""

    trial: Trial
    stock: Way
    judged: Way
    findings: list[Finding] = field(default_factory=list)

    def report(self) -> CheckReport:
        definition = self.trial.definition
        execute = JudgeExecute(config=self.trial.config)
        limits = NotebookCost(execute.notebook_seconds, execute.memory_mb)
        tests = {name: test_cells(definition, name) for name in definition.notebooks}
        keys = [(notebook, cell) for notebook, cells in tests.items() for cell in cells]
        differ = frozenset(key for key in keys if self._differs(key, self.judged))
        explained = {key: self._explain(key) for key in keys if key in differ}
        helped = self._try_tags({key: e for key, e in explained.items() if not self._better(key)})
        costs = {name: self._cost(name) for name in tests}
        for notebook, cells in tests.items():
            taken = taken_names(self._surroundings(notebook))
            self._note_notebook(notebook, costs[notebook], limits)
            for cell in cells:
                key = (notebook, cell)
                if key in explained or key in helped:
                    self._note_difference(key, explained.get(key), helped)
                self._note_points(key)
                self._note_taken(key, taken.get(cell, {}))
        return CheckReport(
            self.trial.assignment,
            {name: len(cells) for name, cells in tests.items()},
            differ,
            self._shared(keys),
            self.findings,
            costs,
            limits,
        )

    def _shared(self, keys: list[tuple[str, str]]) -> list[tuple[str, str]]:
        listed = set(JudgeExecute(config=self.trial.config).shared)
        tagged = {
            name: tagged_cells(self.trial.source / f"{name}.ipynb")
            for name in self.trial.definition.notebooks
        }
        return [
            (notebook, cell)
            for notebook, cell in keys
            if cell in tagged[notebook]
            or cell_path(self.trial.assignment, notebook, cell) in listed
        ]

    def _differs(self, key: tuple[str, str], judged: Way) -> bool:
        """Whether no run of nbjudge ended as a run of stock nbgrader did."""
        return any(
            {run.outcomes[key].verdict for run in self.stock[what]}.isdisjoint(
                run.outcomes[key].verdict for run in judged[what]
            )
            for what in (SOLUTION, RELEASE)
        )

    def _explain(self, key: tuple[str, str]) -> Explanation:
        notebook, cell = key
        definition = self.trial.definition.notebooks[notebook]
        tests = test_cells(self.trial.definition, notebook)
        stock, judged = (way[SOLUTION][0] for way in (self.stock, self.judged))
        if stock.outcomes[key].verdict == judged.outcomes[key].verdict:
            stock, judged = (way[RELEASE][0] for way in (self.stock, self.judged))
        others = [c for c in judged.notebooks[notebook].cells if _name(c) not in tests]
        student = [names_of(c.source).bound for c in others if c.cell_type == "code"]
        names = {test: names_of(definition.cells[test].source) for test in tests if test != cell}
        return explain(
            Case(
                cell,
                definition.cells[cell].source,
                stock.outcomes[key].error,
                judged.outcomes[key].error,
                stock.outcomes[key].points,
                judged.outcomes[key].points,
                frozenset().union(*student),
                names,
                _broken(stock.notebooks[notebook], judged.notebooks[notebook], tests, cell),
                judges_own(self._surroundings(notebook), cell),
            )
        )

    def _try_tags(self, explained: Mapping[tuple[str, str], Explanation]) -> set[tuple[str, str]]:
        """Find cells that, tagged, give stock's points to all that differ; as few as are seen.

        First those that stand in the way of others are tried, then all that still differ.
        """
        wanted = {(key[0], e.culprit) for key, e in explained.items()}
        left, tried = set(explained), set[tuple[str, str]]()
        while left and not wanted <= tried:
            tried |= wanted
            paths = [cell_path(self.trial.assignment, *key) for key in sorted(tried)]
            _say(f"Trying the tag nbjudge:shared on {len(tried)} test cells")
            way = self.trial.grade(f"shared-{len(tried)}", JudgeExecute, 0, paths, 1)
            left = {key for key in explained if self._differs(key, way)}
            wanted = left
        return {key for key in tried if key not in left}

    def _note_difference(
        self,
        key: tuple[str, str],
        explanation: Explanation | None,
        helped: set[tuple[str, str]],
    ) -> None:
        if explanation is None:  # it is in the way of others
            what = "stands in the way of other test cells"
            why = explain_binding(names_of(self._source(key)))
            self._add(key, what, why, "tag it nbjudge:shared, or take other names", True, True)
            return
        what = "; ".join(self._two_ways(key))
        better = self._better(key)
        if better:
            self._add(key, what, explanation.why, explanation.instead, note=True)
        elif key in helped:
            advice = f"{explanation.instead}; or tag it nbjudge:shared"
            self._add(key, what, explanation.why, advice, True, True)
        elif (key[0], explanation.culprit) in helped:
            advice = f"{explanation.instead}; or tag {explanation.culprit} nbjudge:shared"
            self._add(key, what, explanation.why, advice, gone=True)
        else:
            self._add(key, what, explanation.why, explanation.instead)

    def _better(self, key: tuple[str, str]) -> bool:
        """Whether the solution gets more in nbjudge, and the release no more."""
        stock, judged = (way[SOLUTION][0].outcomes[key] for way in (self.stock, self.judged))
        alike = self.stock[RELEASE][0].outcomes[key], self.judged[RELEASE][0].outcomes[key]
        return (judged.points or 0) > (stock.points or 0) and alike[0].verdict == alike[1].verdict

    def _two_ways(self, key: tuple[str, str]) -> Iterator[str]:
        most = self._max(key)
        for what in (SOLUTION, RELEASE):
            stock, judged = (way[what][0].outcomes[key] for way in (self.stock, self.judged))
            if stock.verdict != judged.verdict:
                yield (
                    f"the {what} gets {_points(stock)} of {most:g} in stock nbgrader and "
                    f"{_points(judged)} in nbjudge"
                )

    def _note_points(self, key: tuple[str, str]) -> None:
        """What is wrong with a test cell in nbgrader itself."""
        most = self._max(key)
        for way, runs in (("stock nbgrader", self.stock), ("nbjudge", self.judged)):
            for what in (SOLUTION, RELEASE):
                outcomes = [run.outcomes[key] for run in runs[what]]
                if len({outcome.verdict for outcome in outcomes}) > 1:
                    given = ", ".join(_points(outcome) for outcome in outcomes)
                    times = f"in {len(outcomes)} runs of {way}"
                    chance = depends_on_chance(self._source(key))
                    self._add(
                        key,
                        f"is flaky: the {what} gets {given} of {most:g} {times}",
                        "it uses random numbers or the clock" if chance else "",
                        "seed what is random, and leave more room for time",
                    )
                    return
        solution, release = (self.stock[what][0].outcomes[key] for what in (SOLUTION, RELEASE))
        lost = solution.points is not None and solution.points < most
        if lost and not self._better(key):  # which is noted already
            error = f"it ends with {solution.error}" if solution.error else ""
            self._add(
                key,
                f"the solution gets {_points(solution)} of {most:g} in nbgrader itself",
                error or "it writes to stderr, or gives partial credit",
                "mend the solution or the test",
            )
        if most and release.points == most:
            self._add(
                key,
                f"the untouched release gets {_points(release)} of {most:g}",
                "the test passes whatever the answer",
                "test something that only an answer can do",
            )
        elif release.points:
            self._add(
                key,
                f"the untouched release gets {_points(release)} of {most:g}",
                "a part of the test passes whatever the answer",
                "give points for what only an answer can do",
            )

    def _note_taken(self, key: tuple[str, str], taken: Mapping[str, str]) -> None:
        """What a submission can bend in the cell, beside what the cell tests."""
        if not taken:
            return
        names = ", ".join(f"`{name}`" for name in taken)
        self._add(
            key,
            f"it takes {names} from the submission",
            "; ".join(f"`{name}` is {phrase}" for name, phrase in taken.items()),
            "let the test cell import or define it, where it needs nothing of the submission",
            note=True,
        )

    def _surroundings(self, notebook: str) -> Surroundings:
        path = self.trial.source / f"{notebook}.ipynb"
        return surroundings_of(path, self.trial.definition.notebooks[notebook])

    def _note_notebook(self, notebook: str, cost: NotebookCost, limits: NotebookCost) -> None:
        for way, runs in (("stock nbgrader", self.stock), ("nbjudge", self.judged)):
            reasons = [r for r in runs[SOLUTION][0].reasons if r.startswith(f"{notebook}.ipynb")]
            for reason in reasons:
                self._add((notebook, ""), f"in {way} the solution needs a person", reason)
        for took, limit, unit, trait in (
            (cost.seconds, limits.seconds, "s", "notebook_seconds"),
            (cost.memory_mb, limits.memory_mb, "MB", "memory_mb"),
        ):
            if took > NEAR * limit:
                self._add(
                    (notebook, ""),
                    f"the solution takes {took:.0f} {unit} of {limit:.0f} {unit}",
                    "students' answers often take more than the reference",
                    f"raise JudgeExecute.{trait}, or let the notebook do less",
                )

    def _cost(self, notebook: str) -> NotebookCost:
        runs = self.judged[SOLUTION]
        return NotebookCost(
            # Of the first run, a part is the start of the warm process.
            statistics.median(run.seconds.get(notebook, 0.0) for run in runs),
            max(run.memory_mb.get(notebook, 0.0) for run in runs),
        )

    def _add(
        self,
        key: tuple[str, str],
        what: str,
        why: str = "",
        advice: str = "",
        tag: bool = False,
        gone: bool = False,
        note: bool = False,
    ) -> None:
        self.findings.append(Finding(*key, what, why, advice, tag, gone, note))

    def _max(self, key: tuple[str, str]) -> float:
        return float(self.trial.definition.notebooks[key[0]].cells[key[1]].max_score or 0)

    def _source(self, key: tuple[str, str]) -> str:
        return str(self.trial.definition.notebooks[key[0]].cells[key[1]].source)


def explain_binding(names: Names) -> str:
    """Say why a test cell is in the way of others."""
    some = ", ".join(f"`{name}`" for name in sorted(names.bound)[:3])
    return f"it binds {some}, and such a name is never looked up in a submission"


def _name(cell: NotebookNode) -> str | None:
    name: str | None = cell.metadata.get("nbgrader", {}).get("grade_id")
    return name


def _broken(
    stock: NotebookNode, judged: NotebookNode, tests: list[str], before: str
) -> tuple[str, str] | None:
    """The first cell before a test, itself no test, that fails in nbjudge alone."""
    for ours, theirs in zip(judged.cells, stock.cells, strict=False):
        if _name(ours) == before:
            return None
        error = error_line(ours)
        if error and not error_line(theirs) and _name(ours) not in tests:
            lines = [line for line in ours.source.splitlines() if line.strip()]
            return lines[0][:60], error
    return None


def _points(outcome: TrialOutcome) -> str:
    return "no score" if outcome.points is None else f"{outcome.points:g}"
