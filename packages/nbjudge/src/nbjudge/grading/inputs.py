"""The inputs of a grading run: the pack that all submissions share, and a digest for each one."""

import os
import sys
from pathlib import Path
from typing import Any

import cloudpickle
from nbgrader.converters import Autograde
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import Execute

from ..configuration import import_class, traits_are_right
from ..files.digests import canonical, content_digest
from ..files.file_names import FROM_SUBMIT
from ..files.submission import SubmittedFiles, support_files
from ..gradebook.audit import versions
from ..gradebook.definition import Definition
from ..gradebook.stored_results import digest_of
from .jobs import NotebookResult, SharedInputs

FORMAT = 4  # of what is stored for a submission; another one cannot be taken over


def result_version() -> str:
    """Return what has to be the same for a stored result to be taken over: version and format."""
    return f"{versions()['nbjudge']}, format {FORMAT}"


def make_inputs(autograde: Autograde, definition: Definition) -> SharedInputs:
    """Collect the data that all submissions of an assignment have in common.

    Raises `UsageError` if the configuration of a preprocessor is wrong.
    """
    coursedir = autograde.coursedir
    config = autograde.config
    source = Path(coursedir.format_path(coursedir.source_directory, ".", definition.assignment))
    support = support_files(source, coursedir.ignore)
    exclude = frozenset(autograde.exclude_overwriting.get(definition.assignment, []))
    head = canonical([_plain(definition), _settings(autograde)])
    # Leave out CourseDirectory: its `db_url` may contain the gradebook's password, and workers may
    # run on other machines.
    settings = {name: config[name] for name in config if name != "CourseDirectory"}
    digest = content_digest(support, head)
    return SharedInputs(digest, definition, support, exclude, cloudpickle.dumps(settings))


def _plain(definition: Definition) -> list[Any]:
    """Return a definition as JSON values. The order of the gradebook's rows has no effect."""
    notebooks = definition.notebooks.values()
    cells = [
        [
            n.name,
            n.kernelspec,
            sorted(map(repr, [*n.cells.values(), *n.plain.items()])),
            repr(n.outline),
        ]
        for n in notebooks
    ]
    return [definition.assignment, definition.course_id, str(definition.duedate), cells]


def _settings(autograde: Autograde) -> dict[str, Any]:
    """Return the configuration of every class that can affect the result."""
    chain = [*autograde.sanitize_preprocessors, *autograde.autograde_preprocessors]
    with traits_are_right(ImportError):
        kinds = [import_class(kind) for kind in chain]
        for kind in kinds:
            kind(parent=autograde)
    plugin = autograde.config.AssignLatePenalties.get("plugin_class", LateSubmissionPlugin)
    # `JudgeExecute` takes the time limit of nbgrader's own `Execute`.
    kinds += [Autograde, Execute, import_class(plugin)]
    names = set[str]()
    for kind in kinds:
        names.update(parent.__name__ for parent in kind.__mro__)
    return {
        "chain": kinds,
        "traits": {name: autograde.config[name] for name in names if name in autograde.config},
    }


def submission_digest(inputs: SharedInputs, submission: SubmittedFiles, seconds_late: float) -> str:
    """Return a SHA-256 digest of a submission and of all that its scores depend on.

    The version of nbjudge is left out: it is compared by itself (`result_version`).
    """
    sentences = [submission.reasons, submission.refused, submission.notes, submission.doubts]
    head = [inputs.digest, submission.student, seconds_late, *sentences]
    return content_digest(submission.files, canonical(head))


def notebook_key(
    inputs: SharedInputs, submission: SubmittedFiles, name: str, result: NotebookResult
) -> str | None:
    """Return a SHA-256 digest of all that a run of one notebook depends on, and of its result.

    Because the result is part of it, a key fits no other scores in the gradebook and no other
    graded notebook than those of its run. It is None if the next attempt must not take over the
    result. The time and the secret, which differ between attempts, are left out, and so are the
    other notebooks, which the run does not see.
    """
    record = result.record
    if result.content is None or record.reason or not record.steady:
        return None
    files = {"": result.content, **_work(submission, name)}
    scores = digest_of(result.scores)
    head = [inputs.digest, submission.student, scores, versions(), installed()]
    return content_digest(files, canonical(head))


def work_digest(submission: SubmittedFiles, name: str) -> str:
    """Return a SHA-256 digest of a student's notebook and the files that it can use.

    A notebook that is missing is left out. If it was refused, any of the other files may be the
    student's work on it.
    """
    if name in submission.refused:
        return content_digest(_students_files(submission), canonical(submission.refused[name]))
    return content_digest(_work(submission, name))


def _work(submission: SubmittedFiles, name: str) -> dict[str, bytes]:
    """Return a notebook of a submission, if it is there, and the files other than notebooks."""
    notebook = f"{name}.ipynb"
    return {
        path: content
        for path, content in _students_files(submission).items()
        if path == notebook or not path.endswith(".ipynb")
    }


def _students_files(submission: SubmittedFiles) -> dict[str, bytes]:
    """Return the files of a submission without those that `nbgrader submit` wrote."""
    return {path: content for path, content in submission.files.items() if path not in FROM_SUBMIT}


def installed() -> list[str]:
    """Return the names and versions of all packages that notebooks can import.

    They are read from the names of folders, in 0.3 ms: `importlib.metadata` takes 100 ms. They are
    not cached, because a watch runs for weeks.
    """
    names = list[str]()
    for folder in filter(os.path.isdir, sys.path):
        names += [name for name in os.listdir(folder) if name.endswith("-info")]
    return sorted(names)
