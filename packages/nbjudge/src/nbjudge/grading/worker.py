"""The worker's part: grade one submission without the gradebook and the course folder.

An executor calls `do_job`, on this machine or on another. To grade, it runs nbgrader's own chains,
`Autograde.sanitize_preprocessors` and `Autograde.autograde_preprocessors`, as the course configures
them, and returns notebooks and scores. Because the chains read untrusted files, they run in a child
process with limits on memory and time. An error there becomes a sentence in the result.
"""

import os
import shutil
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import cloudpickle
from nbconvert.exporters.exporter import ResourcesDict
from nbconvert.preprocessors import ExecutePreprocessor, Preprocessor
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from ..configuration import import_class
from ..course.missing_modules import missing_modules
from ..course.newer_python import newer_python
from ..course.permissions import refuse_course_in_sight
from ..errors import InternalError, SandboxError, UnreadableFileError
from ..files.child import Bounds, FailedItem, in_child
from ..files.submission import overlay, write_files
from ..files.text import one_line
from ..gradebook.definition import write_gradebook
from ..gradebook.record import NotebookRecord
from ..gradebook.source_notebooks import is_test
from ..plugins.execute import JudgeExecute, instructors_cells, open_to_sandboxes
from ..runner import for_instructors, forkserver_for, new_forkserver
from .canary import try_bridge
from .chain import is_judged
from .find_work import run_search
from .jobs import (
    Answered,
    GradingJob,
    Job,
    NotebookResult,
    Result,
    SearchResult,
    SharedInputs,
)
from .memory_gradebook import InMemoryGradebook
from .preprocessors import WITHOUT_GRADEBOOK, make_preprocessor
from .repair import blank_notebook, load_notebook
from .repair_notebook import RepairNotebook
from .ungraded import absent_notebook, blank_result, to_bytes, ungraded_notebook

# Limits of the child process that reads, repairs and writes one notebook. The notebook's code runs
# in other processes, under the limits of `JudgeExecute`.
CPU_SECONDS = 30
MEMORY_MB = 1024
RUN_SLACK = 120  # seconds beyond `JudgeExecute.notebook_seconds`, for each run of a notebook
LARGEST_RESULT = 50_000_000  # bytes of an autograded notebook


class WorkerState:
    """The parts of a course that a worker needs, unpacked into a scratch folder."""

    def __init__(self, inputs: SharedInputs) -> None:
        self.inputs = inputs
        # The folder is removed when this object is collected.
        self.scratch = tempfile.TemporaryDirectory(prefix="nbjudge-", ignore_cleanup_errors=True)
        root = Path(self.scratch.name)
        self.temporary = root / "tmp"
        self.support = root / "source" / inputs.definition.assignment
        write_files(self.support, inputs.support)
        config = Config(cloudpickle.loads(inputs.config))
        self.db_url = f"sqlite:///{root / 'gradebook.db'}"
        # The worker's course always has nbgrader's default layout, not that of the real one.
        config.CourseDirectory.root = str(root)
        config.CourseDirectory.db_url = self.db_url
        config.CourseDirectory.course_id = inputs.definition.course_id
        config.CourseDirectory.assignment_id = inputs.definition.assignment
        self.coursedir = CourseDirectory(config=config)
        self.autograde = Autograde(coursedir=self.coursedir, config=config)
        execute = JudgeExecute(parent=self.autograde)
        self.preload = tuple(execute.preload)
        if execute.sandbox:
            refuse_course_in_sight(self.coursedir)
        self.is_judged = is_judged(self.chain())
        if self.is_judged:
            # On another machine nobody has tried it; a worker of this one inherits that it passed.
            try_bridge(execute, forkserver_for(self.preload))
        notebooks = inputs.definition.notebooks.values()
        assignment = inputs.definition.assignment
        # Each run may take the whole of `notebook_seconds`.
        runs = max((execute.most_runs(assignment, one) for one in notebooks), default=1)
        seconds = runs * (execute.notebook_seconds + RUN_SLACK)
        self.bounds = Bounds(CPU_SECONDS, seconds, MEMORY_MB)
        if any(issubclass(kind, ExecutePreprocessor) for kind in self.chain()):
            # nbgrader's own Execute starts a kernel from that child. The kernel would inherit the
            # child's limits, which are too small for student code, so lift them.
            self.bounds = Bounds(10**6, 10.0**6, 10**6)
        # A plugin or preprocessor of the course's own may open the gradebook at `db_url`. Writing
        # one takes time, so it is left out if nothing can read it.
        has_plugin = "plugin_class" in config.AssignLatePenalties
        if has_plugin or not WITHOUT_GRADEBOOK.issuperset(self.chain()):
            write_gradebook(inputs.definition, root / "gradebook.db")
        os.environ["NBGRADER_EXECUTION"] = "autograde"  # as nbgrader does while it autogrades
        # Fill the caches here, in the worker: parsed test cells, the seccomp program, the schema of
        # notebooks. Each submission is graded in a new fork, which inherits them.
        tests = list[str]()
        for notebook in inputs.definition.notebooks.values():
            tests += instructors_cells(notebook)[0].values()
            load_notebook(to_bytes(blank_notebook(notebook, "")), notebook)
        with for_instructors():
            new_forkserver().prepare(tests, self.support, sandboxed=execute.sandbox)
        open_to_sandboxes(self.support)

    def is_whole(self) -> bool:
        """Return False if files are missing, such as on a machine that clears /tmp of old ones."""
        files = (self.support / path for path in self.inputs.support)
        return self.support.is_dir() and all(map(os.path.isfile, files))

    def chain(self) -> list[type[Preprocessor]]:
        """Return the classes of nbgrader's two chains, as the course configures them."""
        chains = [*self.autograde.sanitize_preprocessors, *self.autograde.autograde_preprocessors]
        kinds = map(import_class, chains)
        return [kind for kind in kinds if kind is not RepairNotebook]  # it is done before

    def folder(self, step: str, job: GradingJob) -> Path:
        """Return the folder of a submission at a step of nbgrader's, such as "submitted"."""
        assignment = self.inputs.definition.assignment
        return Path(self.coursedir.format_path(step, job.student, assignment))


# Preprocessors depend on the process's environment and temporary folder, so a process grades one
# submission at a time. A Dask worker may have several threads.
_lock = threading.Lock()
_states: dict[str, WorkerState] = {}


def grade_submission(inputs: SharedInputs, job: GradingJob) -> Result:
    """Grade one submission, and return a result with every notebook that is not unchanged.

    No submission can make this function raise. Raises `SandboxError` if this machine cannot sandbox
    submissions, and `RunStoppedError` if the canary does not pass here.
    """
    with _lock:
        if inputs.digest not in _states or not _states[inputs.digest].is_whole():
            _states.clear()
            _states[inputs.digest] = WorkerState(inputs)
        return _grade(_states[inputs.digest], job)


def do_job(inputs: SharedInputs, job: Job) -> Answered:
    """Grade a submission, or search one. Errors are those of `grade_submission`."""
    if isinstance(job, GradingJob):
        return grade_submission(inputs, job)
    with _lock:
        started = time.monotonic()
        answer = run_search(job.search, inputs.definition.notebooks)
        return SearchResult(answer, time.monotonic() - started)


def _grade(state: WorkerState, job: GradingJob) -> Result:
    started = time.monotonic()
    result = Result(job.student)
    grades = InMemoryGradebook(state.inputs.definition, job.student, job.seconds_late, job.manual)
    submitted = state.folder("submitted", job)
    autograded = state.folder("autograded", job)
    try:
        write_files(submitted, job.files)
        write_files(autograded, overlay(job.files, state.inputs.overwriting(job.files)))
        open_to_sandboxes(autograded)
        names = [name for name in state.inputs.definition.notebooks if name not in job.unchanged]
        if state.is_judged:
            # Start the fork server before the fork; otherwise each child would start its own.
            forkserver_for(state.preload).start()

        def grade(name: str) -> NotebookResult:
            return _grade_notebook(state, job, grades, name, folder=autograded)

        for name, graded in zip(names, in_child(grade, names, state.bounds), strict=True):
            if isinstance(graded, FailedItem):
                sentence = f"{name}.ipynb {graded.reason}"
                graded = ungraded_notebook(grades, name, sentence, job, failed=graded.again)
            result.notebooks[name] = graded
    finally:
        for folder in (submitted, autograded):
            shutil.rmtree(folder.parent, ignore_errors=True)
        shutil.rmtree(state.temporary, ignore_errors=True)
    result.seconds = time.monotonic() - started
    return result


def _grade_notebook(
    state: WorkerState, job: GradingJob, grades: InMemoryGradebook, name: str, *, folder: Path
) -> NotebookResult:
    """Grade one notebook, in a child process, so that a failure costs this notebook only."""
    state.temporary.mkdir(exist_ok=True)
    tempfile.tempdir = str(state.temporary)  # removed by the worker, even if this child is killed
    data = job.files.get(f"{name}.ipynb")
    if data is None:
        return absent_notebook(grades, name, job)
    definition = state.inputs.definition.notebooks[name]
    notebook: NotebookNode | None = None
    try:
        notebook, doubts, notes, lacked, older = load_notebook(data, definition)
        language_info = notebook.metadata.get("language_info", {})  # a run may replace it
        sources = [
            cell.source for cell in notebook.cells if cell.cell_type == "code" and not is_test(cell)
        ]
        doubts += missing_modules(sources, [*job.files, *state.inputs.support])
        notebook = _run(state, grades, name, notebook, folder)
        content = to_bytes(notebook)
        if len(content) > LARGEST_RESULT:
            sentence = f"{name}.ipynb has grown too large while it was graded"
            return blank_result(grades, name, sentence)
    except UnreadableFileError as error:
        return blank_result(grades, name, f"{name}.ipynb {error}", about_file=notebook is None)
    except (SandboxError, MemoryError, RecursionError):
        raise
    except InternalError as error:
        return blank_result(grades, name, one_line(f"{name}.ipynb {error}"), notebook, failed=True)
    except Exception as error:
        # The preprocessors, and the course's own classes, may raise anything. The rest of the
        # submission and of the class must still be graded.
        sentence = f"{name}.ipynb could not be graded: {type(error).__name__}: {error}"
        return blank_result(grades, name, one_line(sentence), notebook, failed=True)
    # If a class of the course's own has run the notebook, there is no record of it.
    record = grades.records.get(name, NotebookRecord())
    file_reasons = [f"{name}.ipynb {line}" for line in doubts]
    # Not from the outputs of in-process cells, because students read it before the due date.
    outside = [cell for cell in notebook.cells if _grade_id(cell) not in record.in_process]
    doubts += newer_python(language_info, outside)
    reason = one_line(f"{name}.ipynb: {record.reason}") if record.reason else None
    notes = [f"{name}.ipynb {line}" for line in notes]
    doubts = [f"{name}.ipynb {line}" for line in doubts]
    record = replace(
        record, reason=reason, lacked=lacked, notes=notes, older=older, file_reasons=file_reasons
    )
    return NotebookResult(content, grades.notebooks[name], record, doubts=doubts)


def _grade_id(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _run(
    state: WorkerState, grades: InMemoryGradebook, name: str, notebook: NotebookNode, folder: Path
) -> NotebookNode:
    """Return a notebook after nbgrader's two chains, run in the order of the configuration."""
    definition = state.inputs.definition
    resources = ResourcesDict(
        unique_key=name,
        output_files_dir=f"{name}_files",
        output_extension=".ipynb",
        metadata=ResourcesDict(name=name, path=str(folder)),
        nbgrader={
            "student": grades.student,
            "assignment": definition.assignment,
            "notebook": name,
            "db_url": state.db_url,
        },
    )
    for kind in state.chain():
        preprocessor = make_preprocessor(kind, grades, state.autograde)
        notebook, resources = preprocessor(notebook, resources)
    return notebook
