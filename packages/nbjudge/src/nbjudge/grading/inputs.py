"""The inputs of a grading run: the pack that all submissions share, and a digest for each one."""

import fnmatch
import hashlib
from pathlib import Path
from typing import Any

import cloudpickle
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import LateSubmissionPlugin
from traitlets import TraitError
from traitlets.utils.importstring import import_item

from ..course.canonical import canonical
from ..course.definition import Definition
from ..course.submission import SubmittedFiles
from ..errors import WrongUsage
from .jobs import Pack


def make_pack(autograde: Autograde, definition: Definition) -> Pack:
    """Collect the data that all submissions of an assignment have in common.

    Parameters
    ----------
    autograde
        nbgrader's converter, with the course's folder and configuration.
    definition
        The assignment.

    Raises
    ------
    WrongUsage
        If the configuration of a preprocessor is wrong.
    """
    coursedir, config = autograde.coursedir, autograde.config
    source = Path(coursedir.format_path(coursedir.source_directory, ".", definition.assignment))
    # The instructor's files are trusted, so links are followed and the size is not limited.
    support = {
        str(path.relative_to(source)): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if path.is_file() and path.suffix != ".ipynb" and not _ignored(path, source, coursedir)
    }
    exclude = frozenset(autograde.exclude_overwriting.get(definition.assignment, []))
    digest = hashlib.sha256(canonical([_plain(definition), _settings(autograde)]))
    for path, content in support.items():
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    # Leave out CourseDirectory: its `db_url` may contain the gradebook's password, and workers may
    # run on other machines.
    settings = {name: config[name] for name in config if name != "CourseDirectory"}
    return Pack(digest.hexdigest(), definition, support, exclude, cloudpickle.dumps(settings))


def _ignored(path: Path, source: Path, coursedir: CourseDirectory) -> bool:
    parts = path.relative_to(source).parts
    return any(fnmatch.fnmatch(part, glob) for part in parts for glob in coursedir.ignore)


def _plain(definition: Definition) -> list[Any]:
    """Return a definition as JSON values. The order of the gradebook's rows has no effect."""
    notebooks = definition.notebooks.values()
    cells = [
        [n.name, n.kernelspec, sorted(map(repr, n.cells.values())), repr(n.outline)]
        for n in notebooks
    ]
    return [definition.assignment, definition.course_id, str(definition.duedate), cells]


def _settings(autograde: Autograde) -> dict[str, Any]:
    """Return the configuration of every class that can affect the result."""
    chain = [*autograde.sanitize_preprocessors, *autograde.autograde_preprocessors]
    try:
        kinds = [import_item(kind) if isinstance(kind, str) else kind for kind in chain]
        for kind in kinds:
            kind(parent=autograde)
    except (ImportError, TraitError) as error:
        raise WrongUsage(f"The configuration is wrong: {error}") from error
    plugin = autograde.config.AssignLatePenalties.get("plugin_class", LateSubmissionPlugin)
    kinds += [Autograde, import_item(plugin) if isinstance(plugin, str) else plugin]
    names = {parent.__name__ for kind in kinds for parent in kind.__mro__}
    return {
        "chain": kinds,
        "traits": {name: autograde.config[name] for name in names if name in autograde.config},
    }


def submission_digest(pack: Pack, submission: SubmittedFiles, seconds_late: float) -> str:
    """Return a SHA-256 digest of a submission and of everything else that its scores depend on.

    Parameters
    ----------
    pack, submission
        The assignment and the submission's files.
    seconds_late
        Seconds after the due date, which decide the late penalty.
    """
    head = [pack.digest, submission.student, seconds_late, submission.reasons, submission.refused]
    digest = hashlib.sha256(canonical(head))
    for path, content in sorted(submission.files.items()):
        digest.update(f"{path}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
