"""Results for notebooks that could not be graded: the reason, and a notebook to grade by hand."""

from dataclasses import replace
from functools import partial

import nbformat
from nbformat import NotebookNode

from ..errors import UnreadableFileError
from ..files.child import Bounds, FailedItem, in_child
from ..gradebook.definition import Definition
from ..gradebook.record import NotebookRecord
from .jobs import GradingJob, NotebookResult, Result
from .memory_gradebook import InMemoryGradebook
from .repair import blank_notebook, load_notebook, mark_as_not_run

# Limits of the child that reads a notebook again only to show it. The notebook may have cost a
# worker already, so the limits are tighter than those for grading.
TO_SHOW = Bounds(cpu_seconds=10, wall_seconds=60, memory_mb=500)


def absent_notebook(grades: InMemoryGradebook, name: str, job: GradingJob) -> NotebookResult:
    """Return the result of a notebook that was not submitted: 0 points, as in nbgrader.

    A notebook that was submitted and refused is marked for manual grading instead. If a person gave
    points for an earlier version, there is a notebook that says so, because formgrader shows only
    cells of notebooks that exist.
    """
    if name in job.refused:
        sentence = f"{name}.ipynb {job.refused[name]}"
        return blank_result(grades, name, sentence, about_file=True)
    grades.reset(name)
    for grade in grades.notebooks[name].grades.values():
        grade.auto_score = 0.0
        grade.needs_manual_grade = False
    reason = f"{name}.ipynb is missing"
    record = NotebookRecord(reason, file_reasons=[reason])
    content = None
    if any(notebook == name for notebook, _ in job.manual):
        shown = blank_notebook(grades.definition.notebooks[name], reason)
        mark_as_not_run(shown, reason)
        record = replace(record, blank=True, not_run=True)
        content = to_bytes(shown)
    return NotebookResult(content, grades.notebooks[name], record)


def blank_result(
    grades: InMemoryGradebook,
    name: str,
    sentence: str,
    notebook: NotebookNode | None = None,
    *,
    failed: bool = False,
    about_file: bool = False,
) -> NotebookResult:
    """Return a result without scores, in which every graded cell needs manual grading.

    The notebook shows `sentence`, the reason. It has the instructor's cells if `notebook`, the part
    that could be read, is None. `failed` is True if the next run should try again, and `about_file`
    if the reason was known before anything ran.
    """
    file_reasons = [sentence] if about_file else []
    record = NotebookRecord(
        sentence, blank=notebook is None, not_run=True, file_reasons=file_reasons
    )
    shown = notebook or blank_notebook(grades.definition.notebooks[name], sentence)
    mark_as_not_run(shown, sentence)
    return _waiting(grades, name, record, to_bytes(shown), failed)


def ungraded_notebook(
    grades: InMemoryGradebook, name: str, sentence: str, job: GradingJob, *, failed: bool
) -> NotebookResult:
    """Return a result without scores for a notebook whose child process was lost.

    The result contains the student's notebook if another child can read it. The arguments are those
    of `blank_result`; `job` has the notebook's file.
    """
    data = job.files.get(f"{name}.ipynb")
    if data is None:
        return absent_notebook(grades, name, job)
    for content in in_child(partial(_shown, grades, name, sentence), [data], TO_SHOW):
        if not isinstance(content, FailedItem):
            record = NotebookRecord(sentence, not_run=True)
            return _waiting(grades, name, record, content, failed)
    return blank_result(grades, name, sentence, failed=failed)


def ungraded_submission(definition: Definition, job: GradingJob, sentence: str) -> Result:
    """Return the result of a submission whose worker died: its notebooks, without scores."""
    grades = InMemoryGradebook(definition, job.student, job.seconds_late, job.manual)
    result = Result(job.student)
    for name in definition.notebooks:
        line = f"{name}.ipynb {sentence}"
        result.notebooks[name] = ungraded_notebook(grades, name, line, job, failed=True)
    return result


def _shown(grades: InMemoryGradebook, name: str, sentence: str, data: bytes) -> bytes:
    """Return a submitted notebook's file, marked as not run. Called in a child process."""
    definition = grades.definition.notebooks[name]
    try:
        notebook = load_notebook(data, definition).notebook
    except UnreadableFileError:
        notebook = blank_notebook(definition, sentence)
    mark_as_not_run(notebook, sentence)
    return to_bytes(notebook)


def _waiting(
    grades: InMemoryGradebook, name: str, record: NotebookRecord, content: bytes, failed: bool
) -> NotebookResult:
    grades.reset(name)
    return NotebookResult(content, grades.notebooks[name], record, failed)


def to_bytes(notebook: NotebookNode) -> bytes:
    """Return a notebook's file, as nbconvert's `NotebookExporter` and `FilesWriter` write it."""
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return (text if text.endswith("\n") else text + "\n").encode()
