"""The preprocessor that autogrades notebooks instead of nbgrader's ``Execute``."""

import os
import tempfile
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import nbformat
from nbformat import NotebookNode
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from traitlets import Bool, Float, Integer, List, TraitType, Unicode, default

from nbisolate import Cell, ForkServer, Limits, Measured, NotebookRun, Outline, run_notebook

from ..course.permissions import refuse_course_in_sight
from ..course.visible import run_reasons
from ..errors import InternalError, SandboxError
from ..files.submission import overlay, read_submission, support_files, write_files
from ..gradebook.definition import NotebookDefinition, read_notebook
from ..gradebook.impossible_scores import refuse_impossible_score
from ..gradebook.languages import refuse_other_language
from ..gradebook.record import OWN_ENTRIES, NotebookRecord
from ..gradebook.source_notebooks import cell_path
from ..runner import ENVIRONMENT, for_instructors, forkserver_for
from ..tags import WITH_ALL_TESTS

Resources: TypeAlias = dict[str, Any]
Flags: TypeAlias = dict[str, dict[str, bool]]

NOT_EXECUTED = "Running test cells despite --no-execute, because students can edit saved outputs"
HARDENING = "Cannot grade: JudgeExecute.require_hardening requires {}"
# Errors that a cell may end with only because the machine is busy or full.
BY_LOAD = {"Stopped", "TestStopped", "MemoryError", "OSError", "BlockingIOError", "TimeoutError"}
TRAITS = {"int": Integer, "float": Float}  # the trait for each type of a limit


def _limits_as_traits() -> dict[str, TraitType[Any, Any]]:
    """Return a trait for every limit that a course may set, with the limit's own help text."""
    return {
        field.name: TRAITS[str(getattr(field.type, "__name__", field.type))](
            field.default, min=0, help=field.metadata["help"]
        ).tag(config=True)
        for field in fields(Limits)
        if field.name != "value_bytes"  # a bound of the protocol, not of a course
    }


_LimitTraits = type(NbGraderPreprocessor)(
    "_LimitTraits", (NbGraderPreprocessor,), {"__module__": __name__, **_limits_as_traits()}
)


class JudgeExecute(_LimitTraits):  # type: ignore[misc, valid-type]
    """A preprocessor that runs student cells in a sandbox, and test cells in a judge process.

    Use it instead of ``Execute`` in ``Autograde.autograde_preprocessors``. Every limit in
    `nbisolate.Limits` that a course may set is a trait of it.
    """

    sandbox = Bool(
        True,
        help="Whether to run student code in a bubblewrap sandbox. False is for trusted code only.",
    ).tag(config=True)
    require_hardening = Bool(
        False,
        help="Whether to refuse to grade unless every protection in docs/security.md is in place. "
        "Set it to True if you don't know your students.",
    ).tag(config=True)
    preload = List(
        Unicode(),
        list(ForkServer.usual_modules),
        help="Modules to import once, before grading, so that notebooks do not each import them. "
        "``nbjudge grade`` stops if one is not installed on the grading machine.",
    ).tag(config=True)
    in_process = List(
        Unicode(),
        help="Test cells (assignment/notebook/cell) to run in the submission's process, as plain "
        "nbgrader does. As there, a submission can forge their points. The tag "
        "nbjudge:in-process on a cell in source/ does the same.",
    ).tag(config=True)

    @default("cell_seconds")
    def _cell_seconds(self) -> float:
        """Return nbgrader's own time limit of a cell, which the course may have set."""
        if (timeout := Execute(config=self.config).timeout or 0) > 0:
            return float(timeout)
        self.log.warning("Execute.timeout sets no limit, so JudgeExecute.notebook_seconds applies")
        return float(self.notebook_seconds)

    @default("notebook_seconds")
    def _notebook_seconds(self) -> float:
        """Return four times the time limit of a cell in nbgrader, which has none of a notebook."""
        return max(Limits.notebook_seconds, 4 * (Execute(config=self.config).timeout or 0))

    @default("cpu_seconds")
    def _cpu_seconds(self) -> int:
        return max(Limits.cpu_seconds, 4 * (Execute(config=self.config).timeout or 0))

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        """Run the cells of a notebook and insert their outputs.

        Parameters
        ----------
        nb
            A student's sanitized notebook.
        resources
            nbgrader's resources: student, assignment, notebook and ``db_url``. The files next to
            the notebook come from the course's source and submitted folders.

        Returns
        -------
        nb, resources
            The notebook and the resources. ``nb.metadata["nbjudge"]`` contains the JSON of a
            `NotebookRecord`, and in `OWN_ENTRIES` the index of the submission's own entry in the
            traceback of each test cell that has one.

        Raises
        ------
        SandboxError
            If this machine cannot sandbox submissions.
        UsageError
            If the notebook is not in Python, or a cell in `source/` has an unknown tag.
        InternalError
            If nbjudge itself failed, so that the outputs must not be scored.
        """
        name = resources["nbgrader"]["notebook"]
        assignment = resources["nbgrader"]["assignment"]
        # Not the language_info, which a student can change.
        own = {"kernelspec": nb.metadata.get("kernelspec", {})}
        refuse_other_language(assignment, name, own)
        began = time.monotonic()
        if self.require_hardening and not (self.sandbox and os.getuid()):
            raise SandboxError(HARDENING.format("a sandbox, and an account that is not root"))
        cells = [cell for cell in nb.cells if cell.cell_type == "code"]
        definition = self._definition(resources)
        tests, flags = instructors_cells(definition)
        in_process, with_all_tests = self._in_process_cells(assignment, definition, tests)
        job = []
        is_later = []
        for cell in nb.cells:
            own = cell.metadata.get("nbgrader", {})
            grade_id = own.get("grade_id")
            # nbgrader decides from the submission's own metadata if a cell is graded by hand. Use
            # the gradebook's flags, which a student cannot write.
            own.update(flags.get(grade_id, {}))
            if cell.cell_type == "code":
                # nbgrader puts a note before the source of a test cell that it has put back, so
                # take the source from the gradebook.
                source = tests.get(grade_id, cell.source)
                job.append(_cell(source, grade_id, tests, in_process))
                is_later.append(grade_id in definition.counted_later)
        if not Execute(config=self.config).enabled:
            if not tests:
                return nb, resources  # no points come from its outputs
            self.log.warning(NOT_EXECUTED)
        with tempfile.TemporaryDirectory(prefix="nbjudge-") as folder:
            support, work = self._stage(resources, Path(folder))
            run_cells = partial(
                run_notebook,
                support=support,
                work=work,
                limits=self.limits(),
                sandboxed=self.sandbox,
                forkserver=forkserver_for(tuple(self.preload)),
                # Leave out in-process cells: what they bind is in another process.
                tests=[source for name, source in tests.items() if name not in in_process],
                outline=by_source(definition.outline, tests),
                environment=ENVIRONMENT,
                with_all_tests=with_all_tests,
            )
            with for_instructors():
                run = _run_later_cells_apart(run_cells, job, is_later)
        if self.require_hardening and not run.measured.cgroup:
            raise SandboxError(HARDENING.format("control groups on each machine that grades"))
        if run.failure:
            raise InternalError(run.failure)
        own_entries: dict[str, int] = {}
        for number, (cell, cell_run) in enumerate(zip(cells, run.cells, strict=True), 1):
            if cell_run.own_entry is not None:
                grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
                own_entries[grade_id] = cell_run.own_entry
            for output in cell_run.outputs:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = number
            cell.execution_count = number
            cell.outputs = [nbformat.from_dict(output) for output in cell_run.outputs]
        reasons = [run.reason] if run.reason else []
        reasons += _without_score(cells, tests)
        reason = "; ".join(reasons) or None
        nb.metadata["nbjudge"] = {OWN_ENTRIES: own_entries}
        seconds = round(time.monotonic() - began, 3)
        measured = replace(run.measured, seconds=seconds)
        ended = {output.get("ename") for outputs in run.outputs for output in outputs}
        stopped = run.reason or any(cell_run.stop for cell_run in run.cells)
        steady = not (stopped or ended & BY_LOAD)
        note = NotebookRecord(
            reason,
            measured,
            in_process=sorted(in_process),
            after_due_date=sorted(definition.counted_later),
            steady=steady,
            run_reasons=run_reasons(run.judged_stop, is_undecided=run.is_undecided),
        )
        self._note(nb, resources, note)
        return nb, resources

    def _note(self, nb: NotebookNode, resources: Resources, record: NotebookRecord) -> None:
        """Store the record in the notebook; nbgrader's own autograding keeps nothing else.

        Time and memory are logged instead, so that two gradings of the same answer are the same.
        """
        ids = resources["nbgrader"]
        measured = record.measured
        path = f"{ids['student']} {ids['assignment']} {ids['notebook']}"
        self.log.info("Ran %s: %s s, %s MB", path, measured.seconds, measured.peak_memory_mb)
        measured = replace(measured, seconds=None, peak_memory_mb=None)
        nb.metadata["nbjudge"] |= asdict(replace(record, measured=measured))

    def limits(self) -> Limits:
        """Return the limits that the course configures."""
        names = [field.name for field in fields(Limits) if self.has_trait(field.name)]
        return Limits(**{name: getattr(self, name) for name in names})

    def _definition(self, resources: Resources) -> NotebookDefinition:
        return read_notebook(resources["nbgrader"], self.config)

    def most_runs(self, assignment: str, definition: NotebookDefinition) -> int:
        """Return how many times `preprocess` runs a notebook at most.

        In-process cells need a second run. `_run_later_cells_apart` doubles the runs.
        """
        tests = instructors_cells(definition)[0]
        in_process, _ = self._in_process_cells(assignment, definition, tests)
        runs = 2 if in_process else 1
        return 2 * runs if definition.counted_later else runs

    def _in_process_cells(
        self, assignment: str, definition: NotebookDefinition, tests: Collection[str]
    ) -> tuple[frozenset[str], bool]:
        """Return the in-process cells, and True if all test cells take part in the plain run."""
        tags = {name: definition.cells[name].tags for name in tests}
        in_process = (
            name
            for name in tests
            if tags[name] or cell_path(assignment, definition.name, name) in self.in_process
        )
        return frozenset(in_process), any(WITH_ALL_TESTS in found for found in tags.values())

    def _stage(self, resources: Resources, folder: Path) -> tuple[Path, Path]:
        """Copy the files next to the notebook into a folder, within the course's limits of size.

        Return the folder with the instructor's files, for the judge, and the one with all files.
        """
        ids = resources["nbgrader"]
        coursedir = CourseDirectory(config=self.config)
        assignment, student = ids["assignment"], ids["student"]
        if self.sandbox:
            refuse_course_in_sight(coursedir)
        source = Path(coursedir.format_path(coursedir.source_directory, ".", assignment))
        submitted = Path(coursedir.format_path(coursedir.submitted_directory, student, assignment))
        own = read_submission(coursedir, student, submitted, ()).files
        given = support_files(source, coursedir.ignore)
        for name, files in (("judge", given), ("student", overlay(own, given))):
            write_files(folder / name, files)
            open_to_sandboxes(folder / name)
        return folder / "judge", folder / "student"


def _run_later_cells_apart(
    run_cells: Callable[..., NotebookRun], job: Sequence[Cell], is_later: Sequence[bool]
) -> NotebookRun:
    """Run a notebook, and its cells that count after the due date in another run of the notebook.

    Those cells' calls leave traces in the student's process, such as a count of them, and an answer
    can end that process. Students see the other cells' outputs and points, and how their run ended,
    before the due date, so these come from a run without any of those cells.
    """
    if not any(is_later):
        return run_cells(cells=job)
    shown = run_cells(cells=[cell for cell, later in zip(job, is_later, strict=True) if not later])
    whole = run_cells(cells=job)
    shown_cells = iter(shown.cells)
    cells = []
    for cell_run, later in zip(whole.cells, is_later, strict=True):
        cells.append(cell_run if later else next(shown_cells))
    return replace(
        shown,
        cells=cells,
        reason=shown.reason or whole.reason,
        measured=Measured.of_all([shown.measured, whole.measured], 0.0),
        failure=shown.failure or whole.failure,
    )


def _without_score(cells: Collection[NotebookNode], tests: Collection[str]) -> list[str]:
    """Return which test cells could not be scored, for a person who must look at them."""
    reasons = []
    for cell in cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        why = refuse_impossible_score(cell) if name in tests else None
        if why:
            reasons.append(f"the test cell {name} {why}")
    return reasons


def _cell(
    source: str, name: str | None, tests: Collection[str], in_process: Collection[str]
) -> Cell:
    if name in in_process:
        return Cell(source, "in-process")
    return Cell(source, "test" if name in tests else "student")


def by_source(outline: Outline, tests: Mapping[str, str]) -> Outline:
    """Return an outline in which test cells are given by source instead of by name."""
    order = [
        replace(each, test=tests.get(each.test, each.test)) if each.test else each
        for each in outline.order
    ]
    return replace(outline, order=order)


def instructors_cells(notebook: NotebookDefinition) -> tuple[dict[str, str], Flags]:
    """Return a definition's test cells, and the metadata flags of its solution and grade cells.

    Both dicts have a grade_id as key: the first has the source of each test cell, and the judge
    runs no other cells; the second has the values of ``grade`` and ``solution`` in a cell's
    metadata.
    """
    cells = notebook.cells.values()
    tests = {cell.name: cell.source for cell in cells if cell.is_test}
    flags = {
        cell.name: {"grade": cell.graded, "solution": cell.solution}
        for cell in cells
        if cell.graded or cell.solution
    }
    return tests, flags


def open_to_sandboxes(top: Path) -> None:
    """Let every user read a folder, whatever the umask: each sandbox has a user id of its own."""
    for folder, _, files in os.walk(top):
        os.chmod(folder, 0o755)
        for name in files:
            os.chmod(os.path.join(folder, name), 0o644)
