"""Trial grading of the reference solution and the untouched release, in either way.

Everything happens in a scratch copy of the course: the course's own gradebook and folders are not
touched. Both ways are runs of `nbjudge grade` over the same small class; one of them has nbgrader's
own `Execute` in its chain.
"""

import contextlib
import io
import logging
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Base, Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import create_engine
from traitlets.config import Config

from ..course.cell_kinds import cell_path
from ..course.definition import Definition, read_definition
from ..course.exposure import STEPS
from ..course.language import refuse_other_languages
from ..course.record import Record, read_record
from ..errors import WrongUsage
from ..grading.chain import autograde_chain, replace_execute, traits_are_right
from ..grading.progress import Quiet
from ..grading.run import grade
from ..plugins.execute import JudgeExecute
from ..processes.nursery import Nursery
from .edits import with_statements
from .findings import Key
from .stock import missing_kernel

SOLUTION, RELEASE = "solution", "release"
RUNS = 3  # runs of the solution: a test that depends on chance then shows different results
# The time limit of a cell that may not end: LEAST_SECONDS, plus SLACK times the time of the slowest
# notebook of the solution.
LEAST_SECONDS, SLACK = 5, 2
STOCK_SLACK = 2  # the time limit of stock nbgrader, as a multiple of a notebook's in nbjudge
# The preprocessors that remove the answers. The solution is released without them.
CLEARING = {"ClearSolutions", "ClearHiddenTests", "ClearMarkScheme"}


@dataclass(frozen=True)
class TrialOutcome:
    """Points and error of a test cell.

    Attributes
    ----------
    points
        The points that it gave; None if it was not graded.
    error
        Its error in one line, such as "NameError: name 'np' is not defined", or None.
    """

    points: float | None
    error: str | None

    @property
    def verdict(self) -> tuple[float | None, bool]:
        """The points, and True if there was no error: two outcomes are the same if these are."""
        return self.points, self.error is None


@dataclass(frozen=True)
class Graded:
    """One graded submission.

    Attributes
    ----------
    outcomes
        The outcomes of the test cells, by (notebook, cell).
    notebooks
        The autograded notebooks, by name.
    reasons
        The reasons why it needs a person, a sentence each.
    seconds, memory_mb
        Wall time in seconds and peak memory in megabytes, by notebook; 0 if not measured.
    shared
        By notebook, the test cells that ran in the student's process.
    """

    outcomes: Mapping[Key, TrialOutcome]
    notebooks: Mapping[str, NotebookNode]
    reasons: list[str] = field(default_factory=list)
    seconds: Mapping[str, float] = field(default_factory=dict)
    memory_mb: Mapping[str, float] = field(default_factory=dict)
    shared: Mapping[str, list[str]] = field(default_factory=dict)


Way = dict[str, list[Graded]]  # SOLUTION and RELEASE to their runs


class Trial:
    """A scratch course in which one assignment is handed in and graded.

    Parameters
    ----------
    coursedir
        The course; `coursedir.assignment_id` says which assignment.
    config
        Its traitlets configuration.
    folder
        An empty folder to work in.

    Attributes
    ----------
    definition
        The assignment as nbgrader reads it from `source/`.
    lacking
        The kernel that stock nbgrader needs and that is not installed, by notebook.

    Raises
    ------
    WrongUsage
        If there is no such assignment, or nbgrader cannot make a release of it.
    """

    @traits_are_right()
    def __init__(self, coursedir: CourseDirectory, config: Config, folder: Path) -> None:
        self.assignment: str = coursedir.assignment_id
        self.config, self.folder = config, folder
        self.source = Path(coursedir.format_path(coursedir.source_directory, ".", self.assignment))
        if not any(self.source.glob("*.ipynb")):
            raise WrongUsage(f"There is no notebook in {self.source}: name an assignment there is")
        ignore = shutil.ignore_patterns(*coursedir.ignore)
        shutil.copytree(self.source, folder / "source" / self.assignment, ignore=ignore)
        _link_the_rest(coursedir, folder)
        url = f"sqlite:///{folder / 'gradebook.db'}"
        own = _scratch_config(config, folder, url)
        # Create the tables here. For an empty database, nbgrader runs the program alembic to stamp
        # the version of the schema. That takes two seconds, and a scratch gradebook never needs it.
        engine = create_engine(url)
        Base.metadata.create_all(engine)
        engine.dispose()
        # Only the release is saved in the gradebook: the cells as students get them define the
        # assignment, and the solution's would replace them.
        _generate(own, self.assignment, "release", save=True)
        clearing = GenerateAssignment(coursedir=CourseDirectory(config=own), config=own)
        kept = [kind for kind in clearing.preprocessors if _name(kind) not in CLEARING]
        own.GenerateAssignment.preprocessors = kept
        _generate(own, self.assignment, "solution", save=False)
        for what, number in [(RELEASE, 0), *((SOLUTION, number) for number in range(RUNS))]:
            self._submit(what, f"{what}-{number}")
        with Gradebook(url, own.CourseDirectory.course_id) as gradebook:
            self.definition: Definition = read_definition(
                gradebook, self.assignment, folder / "source" / self.assignment
            )
        refuse_other_languages(self.definition)
        kernels = {name: missing_kernel(self.read(name), config) for name in self.notebooks}
        self.lacking = {name: kernel for name, kernel in kernels.items() if kernel}

    @property
    def notebooks(self) -> Collection[str]:
        """The names of the assignment's notebooks."""
        return self.definition.notebooks

    def read(self, notebook: str) -> NotebookNode:
        """Read the instructor's notebook of this name."""
        return nbformat.read(self.source / f"{notebook}.ipynb", as_version=4)

    def submission(self, student: str) -> Path:
        """Return the folder of a student's submission."""
        return self.folder / "submitted" / student / self.assignment

    def hand_in(self, student: str) -> Iterator[tuple[str, NotebookNode]]:
        """Submit a copy of the solution, with solution cells that the caller changes.

        Parameters
        ----------
        student
            The student who hands it in.

        Yields
        ------
        tuple[str, NotebookNode]
            A notebook's name and one of its solution cells. The notebook is written after its last
            one.
        """
        self._submit(SOLUTION, student)
        for path in sorted(self.submission(student).glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            for cell in notebook.cells:
                if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
                    yield path.stem, cell
            nbformat.write(notebook, path)

    def _submit(self, what: str, student: str) -> None:
        shutil.copytree(self.folder / what / self.assignment, self.submission(student))

    def test_source(self, key: Key) -> str:
        """Return the source of a test cell."""
        return str(self.definition.notebooks[key[0]].cells[key[1]].source)

    def grade(
        self,
        way: str,
        execute: type,
        *,
        workers: int = 0,
        runs: int = 1,
        shared: Collection[Key] = (),
        statements: Mapping[Key, Sequence[str]] | None = None,
    ) -> Way:
        """Grade the release and `runs` of the `RUNS` copies of the solution.

        Parameters
        ----------
        way, execute, workers, shared, statements
            As for `grade_students`.
        runs
            The number of copies of the solution to grade, at most `RUNS`.

        Returns
        -------
        The graded submissions of `SOLUTION` and of `RELEASE`.
        """
        solutions = [f"{SOLUTION}-{number}" for number in range(runs)]
        release = f"{RELEASE}-0"
        students = [*solutions, release]
        graded = self.grade_students(way, execute, workers, shared, students, statements)
        return {SOLUTION: [graded[name] for name in solutions], RELEASE: [graded[release]]}

    def grade_students(
        self,
        way: str,
        execute: type,
        workers: int,
        shared: Collection[Key],
        students: list[str],
        statements: Mapping[Key, Sequence[str]] | None = None,
        most_seconds: float | None = None,
    ) -> dict[str, Graded]:
        """Grade submissions that are in the scratch course.

        Parameters
        ----------
        way
            A name for this grading, one word. Its gradebook and its folder are named after it.
        execute
            The preprocessor that executes notebooks: `StockExecute` or `JudgeExecute`.
        workers
            The number of submissions to grade at a time; 0 for one after the other in this process.
        shared
            Test cells to treat as shared in addition to those that are tagged.
        students
            The students whose submissions are graded.
        statements
            Statements to insert before the code of test cells.
        most_seconds
            The time limit of a cell in seconds, if that is less than the course's. A notebook may
            take twice that.

        Returns
        -------
        The graded submissions, by student.
        """
        # Each grading has a gradebook of its own, so that its points and its changed test cells do
        # not reach the next one. Grading takes test cells from the gradebook and not from the
        # submission, which is why statements are inserted there.
        url = f"sqlite:///{self.folder / way}.db"
        shutil.copy(self.folder / "gradebook.db", self.folder / f"{way}.db")
        with Gradebook(url) as gradebook:
            for (notebook, name), lines in (statements or {}).items():
                cell = gradebook.find_source_cell(name, notebook, self.assignment)
                cell.source = with_statements(cell.source, lines)
            gradebook.db.commit()
        config = _scratch_config(self.config, self.folder, url)
        config.CourseDirectory.autograded_directory = f"autograded-{way}"
        config.Autograde.autograde_preprocessors = replace_execute(
            autograde_chain(self.config), execute
        )
        if shared:
            listed = list(JudgeExecute(config=self.config).shared)
            paths = [cell_path(self.assignment, *key) for key in sorted(shared)]
            config.JudgeExecute.shared = listed + paths
        if most_seconds is not None:
            limits = JudgeExecute(config=self.config)
            config.JudgeExecute.cell_seconds = min(limits.cell_seconds, most_seconds)
            config.JudgeExecute.notebook_seconds = min(limits.notebook_seconds, 2 * most_seconds)
        coursedir = CourseDirectory(config=config)
        coursedir.assignment_id = self.assignment
        if not issubclass(execute, JudgeExecute):
            config.JudgeExecute.preload = []  # stock nbgrader does not use the warm process
            seconds = JudgeExecute(config=self.config).notebook_seconds
            config.StockExecute.notebook_seconds = float(max(1, STOCK_SLACK * seconds))
        grade(
            coursedir,
            config,
            students=students,
            workers=workers,
            scheduler=None,
            force=True,
            nursery=Nursery(None),
            show=Quiet,
        )
        with Gradebook(url, config.CourseDirectory.course_id) as gradebook:
            return {name: self._read(coursedir, gradebook, name) for name in students}

    def _read(self, coursedir: CourseDirectory, gradebook: Gradebook, student: str) -> Graded:
        folder = Path(
            coursedir.format_path(coursedir.autograded_directory, student, self.assignment)
        )
        notebooks, outcomes = {}, {}
        for row in gradebook.find_submission(self.assignment, student).notebooks:
            path = folder / f"{row.name}.ipynb"
            if not path.is_file():
                continue  # it was not handed in
            notebooks[row.name] = nbformat.read(path, as_version=4)
            points = {grade.name: grade.auto_score for grade in row.grades}
            errors = {
                cell.metadata.get("nbgrader", {}).get("grade_id"): error_line(cell)
                for cell in notebooks[row.name].cells
            }
            for name in test_cells(self.definition, row.name):
                outcomes[row.name, name] = TrialOutcome(points.get(name), errors.get(name))
        record = read_record(folder) or Record()
        entries = record.notebooks.items()
        return Graded(
            outcomes,
            notebooks,
            record.reasons,
            {name: entry.measured.seconds or 0.0 for name, entry in entries},
            {name: entry.measured.peak_memory_mb or 0.0 for name, entry in entries},
            {name: entry.shared for name, entry in entries},
        )


def say(sentence: str) -> None:
    """Print what a check does now."""
    print(f"{sentence} ...", file=sys.stderr, flush=True)


def seconds_for_a_cell(judged: Way) -> float:
    """Return the time limit of a cell that may not end, by the runs of the solution in nbjudge."""
    longest = (took for run in judged[SOLUTION] for took in run.seconds.values())
    return LEAST_SECONDS + SLACK * max(longest, default=0.0)


def test_cells(definition: Definition, notebook: str) -> list[str]:
    """Return the `grade_id`s of a notebook's test cells, in the order of the notebook."""
    return [cell.name for cell in definition.notebooks[notebook].cells.values() if cell.is_test]


def error_line(cell: NotebookNode) -> str | None:
    """Return the error of a cell in one line; None if it has none."""
    errors = [o for o in cell.get("outputs", []) if o.output_type == "error"]
    if not errors:
        return None
    text = f"{errors[-1].ename}: {errors[-1].evalue}".strip().removesuffix(":")
    return text.splitlines()[0]


def _scratch_config(config: Config, folder: Path, url: str) -> Config:
    """Return the course's configuration with nbgrader's default folders, in the scratch course."""
    own = deepcopy(config)
    kept = {name: own.CourseDirectory[name] for name in ("ignore",) if name in own.CourseDirectory}
    own.CourseDirectory = Config(kept)
    own.CourseDirectory.root = str(folder)
    own.CourseDirectory.db_url = url
    own.CourseDirectory.course_id = config.CourseDirectory.get("course_id", "course")
    return own


def _link_the_rest(coursedir: CourseDirectory, folder: Path) -> None:
    """Link the course's other files into the scratch course, such as a header for all notebooks.

    Paths in the configuration are relative to the course, so they must be valid there too.
    """
    root = Path(coursedir.root)
    source = Path(coursedir.format_path(coursedir.source_directory, ".", "."))
    steps = [getattr(coursedir, f"{step}_directory") for step in (*STEPS, "release")]
    kept = [path for path in root.iterdir() if path.name not in steps and path.suffix != ".db"]
    if source.is_dir():
        kept += [path for path in source.iterdir() if path.is_file()]
    for path in kept:
        target = folder / path.relative_to(root)
        if path.name not in (".git", ".venv") and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path.resolve())


def _generate(config: Config, assignment: str, step: str, save: bool) -> None:
    """Run `nbgrader generate_assignment` from `source/` into the folder `step`."""
    config = deepcopy(config)
    config.CourseDirectory.release_directory = step
    config.GenerateAssignment.no_database = not save
    scratch = CourseDirectory(config=config)
    scratch.assignment_id = assignment
    converter = GenerateAssignment(coursedir=scratch, config=config)
    handler = logging.StreamHandler(log := io.StringIO())
    handler.setLevel(logging.ERROR)
    converter.log.addHandler(handler)
    try:
        with contextlib.chdir(config.CourseDirectory.root):  # nbgrader changes it and stays there
            converter.start()
    except (NbGraderException, SystemExit) as error:
        sys.stderr.write(log.getvalue())
        raise WrongUsage(
            f"nbgrader cannot make the release of {assignment}, as said above: mend it until "
            f"`nbgrader generate_assignment {assignment}` works"
        ) from error
    finally:
        converter.log.removeHandler(handler)


def _name(kind: type | str) -> str:
    return kind.rpartition(".")[2] if isinstance(kind, str) else kind.__name__
