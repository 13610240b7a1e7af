"""Trial grading of submissions, in plain nbgrader or in nbjudge.

Everything happens in a scratch copy of the course: the course's own gradebook and folders are not
touched. Both ways are runs of `nbjudge grade` over the same small class; one of them has nbgrader's
own `Execute` in its chain.
"""

import contextlib
import io
import logging
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbisolate import ForkServer

from ..configuration import autograde_chain, import_class, traits_are_right
from ..course.failed_cells import cell_error_line
from ..course.permissions import STEPS
from ..errors import UsageError
from ..gradebook.database import open_gradebook
from ..gradebook.definition import (
    CellDefinition,
    Definition,
    create_tables,
    read_definition,
)
from ..gradebook.languages import metadata_in, refuse_other_language
from ..gradebook.record import Record, read_record
from ..gradebook.scores import read_scores
from ..grading.chain import replace_execute
from ..grading.progress import Display, Quiet
from ..grading.run import grade
from ..plugins.execute import JudgeExecute
from ..plugins.generate_assignment import WarnUnchecked
from ..runner import forkserver_for, new_forkserver
from .findings import NOTHING, Imports, Key, Tags
from .plain import missing_kernel
from .write_tags import write_tags

# The solution runs three times: a test that depends on chance then shows different results.
SOLUTIONS = ("solution-0", "solution-1", "solution-2")
RELEASE = "release-0"
# The time limit of a cell that may not end: LEAST_SECONDS, plus SLACK times the time of the slowest
# notebook of the solution.
LEAST_SECONDS = 5
SLACK = 2
# The errors of a cell that met its time limit, or read the ended input again and again.
INTERRUPTED = re.compile("Stopped: This cell was stopped|EOFError: EOF when reading a line, ")
# The preprocessors that remove the answers. The solution is released without them.
CLEARING = {"ClearSolutions", "ClearHiddenTests", "ClearMarkScheme"}


@dataclass(frozen=True)
class TrialOutcome:
    """Points and error of a test cell.

    `points` is None if it was not graded. `error` is one line, such as "NameError: name 'np' is not
    defined", or None.
    """

    points: float | None
    error: str | None


@dataclass(frozen=True)
class Graded:
    """One graded submission.

    `outcomes` has those of the test cells, `notebooks` the autograded notebooks by name, and
    `reasons` a sentence for each reason why it needs attention. `seconds` (wall time) and
    `memory_mb` (peak) are by notebook; 0 if not measured.
    """

    outcomes: Mapping[Key, TrialOutcome]
    notebooks: Mapping[str, NotebookNode]
    reasons: list[str] = field(default_factory=list)
    seconds: Mapping[str, float] = field(default_factory=dict)
    memory_mb: Mapping[str, float] = field(default_factory=dict)


Way = dict[str, Graded]  # the graded submissions of one way of grading, by student


class Trial:
    """A scratch course in which one assignment is submitted and graded.

    `coursedir.assignment_id` says which assignment. `folder` is empty, to work in. `answers` is a
    folder with a notebook of right answers for each notebook of the assignment, graded instead of
    the solutions in `source/`; None if there is none. Raise `UsageError` if there is no such
    assignment, nbgrader cannot make a release of it, or a notebook of right answers cannot be read.

    `definition` is the assignment as nbgrader reads it from `source/`. `notebooks` has the names of
    the notebooks to grade: all, until a caller leaves some out. `submissions` is a folder like
    `submitted/`, to grade instead of the answers in `submitted`, or None. `solved` has the
    notebooks with solution cells, `answered` those for which there is a right answer, and
    `lacking`, by notebook, the kernel that plain nbgrader needs and that is not installed.
    """

    @traits_are_right()
    def __init__(
        self, coursedir: CourseDirectory, config: Config, folder: Path, answers: Path | None = None
    ) -> None:
        self.assignment: str = coursedir.assignment_id
        self.config = config
        self.folder = folder
        self.source = Path(coursedir.format_path(coursedir.source_directory, ".", self.assignment))
        if not any(self.source.glob("*.ipynb")):
            raise UsageError(f"There is no notebook in {self.source}. Check the assignment name")
        # First: nbgrader may lack a code stub for the language, and cannot generate a release then.
        for path in sorted(self.source.glob("*.ipynb")):
            refuse_other_language(self.assignment, path.stem, metadata_in(path))
        ignore = shutil.ignore_patterns(*coursedir.ignore)
        shutil.copytree(self.source, folder / "source" / self.assignment, ignore=ignore)
        _link_the_rest(coursedir, folder)
        url = f"sqlite:///{folder / 'gradebook.db'}"
        scratch = _scratch_config(config, folder, url)
        create_tables(url)
        stages = [kind for kind in _preprocessors(scratch) if kind is not WarnUnchecked]
        # Only the release is saved in the gradebook: the cells as students get them define the
        # assignment, and the solution's would replace them.
        self.stages = stages
        scratch.GenerateAssignment.preprocessors = stages
        _generate(scratch, self.assignment, "release", save=True)
        with_answers = [kind for kind in stages if kind.__name__ not in CLEARING]
        scratch.GenerateAssignment.preprocessors = with_answers
        _generate(scratch, self.assignment, "solution", save=False)
        self.submitted = {
            student: _texts(folder / student.partition("-")[0] / self.assignment)
            for student in (*SOLUTIONS, RELEASE)
        }
        with Gradebook(url, scratch.CourseDirectory.course_id) as gradebook:
            self.definition: Definition = read_definition(
                gradebook, self.assignment, folder / "source" / self.assignment
            )
        self.notebooks = list(self.definition.notebooks)
        self.submissions: Path | None = None
        if answers:
            right = {name: _read_answers(answers / f"{name}.ipynb") for name in self.notebooks}
            self.submitted |= dict.fromkeys(SOLUTIONS, right)
        self.solved = {
            name
            for name, notebook in self.definition.notebooks.items()
            if any(cell.solution for cell in notebook.cells.values())
        }
        self.answered = self.notebooks if answers else self.solved
        kernels = {name: missing_kernel(self.read(name), config) for name in self.notebooks}
        self.lacking = {name: kernel for name, kernel in kernels.items() if kernel}

    def read(self, notebook: str) -> NotebookNode:
        """Read the instructor's notebook of this name."""
        return nbformat.read(self.source / f"{notebook}.ipynb", as_version=4)

    def cell(self, key: Key) -> CellDefinition:
        """Return the definition of a test cell."""
        notebook, name = key
        return self.definition.notebooks[notebook].cells[name]

    def with_tests(self, students: Iterable[str]) -> dict[str, Collection[str]]:
        """Return the notebooks with test and solution cells that students have submitted."""
        solved = [name for name in self.notebooks if name in self.solved]
        names = [name for name in solved if test_cells(self.definition, name)]
        return {student: names for student in students if names}

    def submit(self, student: str) -> Iterator[tuple[str, NotebookNode]]:
        """Submit a copy of the solution, with solution cells that the caller changes.

        Yield a notebook's name and one of its solution cells. The notebook is submitted after its
        last one.
        """
        self.submitted[student] = {}
        for name in self.notebooks:
            notebook = nbformat.reads(self.submitted[SOLUTIONS[0]][name], as_version=4)
            for cell in notebook.cells:
                if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution"):
                    yield name, cell
            self.submitted[student][name] = nbformat.writes(notebook)

    def grade(
        self,
        way: str,
        execute: type,
        wanted: Mapping[str, Collection[str]],
        *,
        workers: int = 0,
        tags: Tags = NOTHING,
        most_seconds: float | None = None,
        interrupted: Collection[str] = (),
        sources: Mapping[Key, str] = NOTHING,
        imports: Imports = NOTHING,
        show: Callable[[int], Display] = Quiet,
    ) -> Way:
        """Grade submissions.

        `way` is a name for this grading, one word: its gradebook and its folders are named after
        it. `execute` is `PlainExecute` or `JudgeExecute`. `wanted` has the notebooks to grade, and
        the result the graded submissions, by student. With `workers` 0, they are graded one after
        the other in this process. `tags` are written into the notebooks in `source/` first, and
        `sources` replace those of the instructor's test cells. `imports` move from test cells to an
        instructor cell. `most_seconds` is the time limit of
        a cell, if that is less than the course's; a notebook may take twice that. `interrupted` has
        the sources of cells that plain nbgrader would only end by its time limit. `show` is as for
        `nbjudge.grading.run.grade`.
        """
        # Each grading has a gradebook and folders of its own, so that neither its points nor its
        # tags reach the next one. A submission needs no other files: grading takes these from
        # `source/`.
        url = f"sqlite:///{self.folder / way}.db"
        shutil.copy(self.folder / "gradebook.db", self.folder / f"{way}.db")
        config = _scratch_config(self.config, self.folder, url)
        for step in ("source", "submitted", "autograded"):
            config.CourseDirectory[f"{step}_directory"] = f"{step}-{way}"
        source = self.folder / f"source-{way}"
        shutil.copytree(self.folder / "source", source)
        for notebook in self.notebooks:
            write_tags(source / self.assignment / f"{notebook}.ipynb", tags, sources, imports)
        if sources or imports:
            config.GenerateAssignment.preprocessors = self.stages
            _generate(config, self.assignment, f"release-{way}", save=True)
        if self.submissions:
            config.CourseDirectory.submitted_directory = str(self.submissions)
        for student, names in wanted.items() if not self.submissions else ():
            folder = self.folder / f"submitted-{way}" / student / self.assignment
            folder.mkdir(parents=True)
            for name in names:
                (folder / f"{name}.ipynb").write_text(self.submitted[student][name], "utf-8")
        config.Autograde.autograde_preprocessors = replace_execute(
            autograde_chain(self.config), execute
        )
        if not self.submissions:  # the instructor's own answers run here
            config.JudgeExecute.require_hardening = False
        if most_seconds is not None:
            limits = JudgeExecute(config=self.config)
            config.JudgeExecute.cell_seconds = min(limits.cell_seconds, most_seconds)
            config.JudgeExecute.notebook_seconds = min(limits.notebook_seconds, 2 * most_seconds)
        config.PlainExecute.interrupted = list(interrupted)
        coursedir = CourseDirectory(config=config)
        coursedir.assignment_id = self.assignment
        with contextlib.closing(self._forkserver(execute)) as forkserver:
            grade(
                coursedir,
                config,
                students=list(wanted),
                workers=workers,
                scheduler=None,
                force=True,
                forkserver=forkserver,
                show=show,
            )
        with Gradebook(url, config.CourseDirectory.course_id) as gradebook:
            return {student: self._read_graded(coursedir, gradebook, student) for student in wanted}

    def _forkserver(self, execute: type) -> ForkServer:
        """Return a fork server for one grading. Closing it ends none that another grading uses."""
        if not issubclass(execute, JudgeExecute):
            return new_forkserver()  # is not started, because plain nbgrader does not use it
        # All gradings fork from one process, because each start imports the modules again.
        preload = tuple(JudgeExecute(config=self.config).preload)
        return new_forkserver(preload, forkserver_for(preload).start().dup())

    def _read_graded(
        self, coursedir: CourseDirectory, gradebook: Gradebook, student: str
    ) -> Graded:
        step_and_ids = (coursedir.autograded_directory, student, self.assignment)
        folder = Path(coursedir.format_path(*step_and_ids))
        notebooks = {}
        outcomes = {}
        for row in gradebook.find_submission(self.assignment, student).notebooks:
            path = folder / f"{row.name}.ipynb"
            if not path.is_file():
                continue  # it was not submitted
            notebooks[row.name] = nbformat.read(path, as_version=4)
            points = {grade.name: grade.auto_score for grade in row.grades}
            errors = {
                cell.metadata.get("nbgrader", {}).get("grade_id"): cell_error_line(cell)
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
        )


def points_of_class(trial: Trial, file: Path | None) -> dict[str, dict[Key, TrialOutcome]]:
    """Read the points of the test cells of a class from a gradebook, by student.

    Points of a test cell that has another source there are left out. Raise `UsageError` if there is
    no such file, or the assignment is not in it.
    """
    if not file or not file.is_file():
        raise UsageError(f"There is no gradebook {file}. Pass the right one with --gradebook=FILE")
    # A copy, because nbgrader writes a row for the course into each gradebook that it opens.
    copy = shutil.copy(file, trial.folder / "class.db")
    with open_gradebook(CourseDirectory(db_url=f"sqlite:///{copy}")) as gradebook:
        graded = read_scores(gradebook, trial.assignment).submissions
        before = read_definition(gradebook, trial.assignment, trial.source).notebooks
    same = set[Key]()
    for name, notebook in trial.definition.notebooks.items():
        cells_before = before[name].cells if name in before else {}
        for cell in notebook.cells.values():
            cell_before = cells_before.get(cell.name)
            if cell_before is not None and cell.source == cell_before.source:
                same.add((name, cell.name))
    points: dict[str, dict[Key, TrialOutcome]] = {}
    for student, submission in graded.items():
        points[student] = {}
        for cell_of_class, points_of_cell in submission.grades.items():
            key = (cell_of_class.notebook, cell_of_class.name)
            score = points_of_cell.auto_score
            if cell_of_class.max_score and score is not None and key in same:
                points[student][key] = TrialOutcome(score, None)
    return points


def say(sentence: str) -> None:
    """Print what a check does now."""
    print(f"{sentence} ...", file=sys.stderr, flush=True)


def _texts(folder: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.ipynb"))}


def _read_answers(path: Path) -> str:
    try:
        return str(nbformat.writes(nbformat.read(path, as_version=4)))
    except (OSError, ValueError) as error:
        raise UsageError(f"Cannot read {path}. Put a notebook with answers there") from error


def seconds_for_a_cell(judged: Way) -> float:
    """Return the time limit of a cell that may not end, by the runs of right answers in nbjudge."""
    seconds = list[float]()
    for run in judged.values():
        seconds += run.seconds.values()
    return LEAST_SECONDS + SLACK * max(seconds, default=0.0)


def interrupted_cells(judged: Way) -> list[str]:
    """Return the sources of the cells that nbjudge has interrupted, such as a loop without end."""
    sources = dict[str, None]()
    for run in judged.values():
        for notebook in run.notebooks.values():
            for cell in notebook.cells:
                if INTERRUPTED.match(cell_error_line(cell) or ""):
                    sources[cell.source] = None
    return list(sources)


def test_cells(definition: Definition, notebook: str) -> list[str]:
    """Return the `grade_id`s of a notebook's test cells, in the order of the notebook."""
    return [cell.name for cell in definition.notebooks[notebook].cells.values() if cell.is_test]


def _scratch_config(config: Config, folder: Path, url: str) -> Config:
    """Return the course's configuration with nbgrader's default folders, in the scratch course."""
    scratch = deepcopy(config)
    scratch.CourseDirectory = Config()
    if "ignore" in config.CourseDirectory:
        scratch.CourseDirectory.ignore = deepcopy(config.CourseDirectory.ignore)
    scratch.CourseDirectory.root = str(folder)
    scratch.CourseDirectory.db_url = url
    scratch.CourseDirectory.course_id = config.CourseDirectory.get("course_id", "course")
    return scratch


def _link_the_rest(coursedir: CourseDirectory, folder: Path) -> None:
    """Link the course's other files into the scratch course, such as a header for all notebooks.

    Paths in the configuration are relative to the course, so they must be valid there too.
    """
    root = Path(coursedir.root)
    source = Path(coursedir.format_path(coursedir.source_directory, ".", "."))
    steps = [getattr(coursedir, f"{step}_directory") for step in (*STEPS, "release")]
    # Not nbjudge's own files: a trial would lock the course, and write into its lock.
    steps += [path.name for path in root.glob(".nbjudge*")]
    rest = [path for path in root.iterdir() if path.name not in steps and path.suffix != ".db"]
    if source.is_dir():
        rest += [path for path in source.iterdir() if path.is_file()]
    for path in rest:
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
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setLevel(logging.ERROR)
    converter.log.addHandler(handler)
    try:
        with contextlib.chdir(config.CourseDirectory.root):  # nbgrader changes it and stays there
            converter.start()
    except (NbGraderException, SystemExit) as error:
        sys.stderr.write(log.getvalue())
        raise UsageError(
            f"nbgrader cannot generate {assignment} (see the messages above). Fix it until "
            f"`nbgrader generate_assignment {assignment}` works"
        ) from error
    finally:
        converter.log.removeHandler(handler)


@traits_are_right(ImportError)
def _preprocessors(config: Config) -> list[type]:
    """Return the classes with which the course generates an assignment."""
    converter = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    return [import_class(kind) for kind in converter.preprocessors]
