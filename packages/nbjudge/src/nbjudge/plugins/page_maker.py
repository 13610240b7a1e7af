"""The feedback pages of a submission, regenerated only if something that they show has changed.

Entry point: `PageMaker.make`. The folder of pages is built next to the old one and renamed, so a
page is never half written, and no file of the student's replaces it. `file_names.PAGES` in that
folder lists the inputs of each page.
"""

import contextlib
import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nbconvert.writers import FilesWriter
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import find_all_files
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from ..course.visible import RestrictedCells, visible_grades
from ..errors import RunStoppedError
from ..files.atomic_write import replace_json
from ..files.child import FailedItem
from ..files.digests import canonical
from ..files.file_names import PAGES, is_active, why_reserved
from ..files.isolation import isolate_errors
from ..files.replace import read_json, remove, replace_folder, settle_folder
from ..files.text import one_line
from ..gradebook.audit import versions
from ..gradebook.record import NotebookRecord, Record, read_record
from ..gradebook.scores import read_grades
from .grades import expects_attempts, points_of_pages

BESIDE = ""  # the entry of the files beside the notebooks
# Classes whose configuration changes no page.
NOT_SHOWN = {"CourseDirectory", "NbGrader", "Application"}
# The code behind a page.
ROOMS = ("plugins", "result", "course", "gradebook", "files")
OWN = [Path(__file__).parents[1] / name for name in ROOMS]

Entries = dict[str, dict[str, Any]]  # by notebook: "key", and "lost" where there is no page


@dataclass
class MadePages:
    """The result of making the pages of a submission.

    The pages of the notebooks in `made` were generated now, and those in `kept` were up to date.
    `lost` maps each other notebook, whose page shows only the reason or is missing, to that reason.
    """

    student: str
    made: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)


class PageMaker(GenerateFeedback):
    """nbgrader's converter for the feedback, kept ready from one submission to the next.

    `coursedir.assignment_id` is the assignment. Make a new `PageMaker` if the configuration
    changes. `attempts` is the argument of `nbjudge.course.visible.visible_grades`: True for all
    students, or False for those who have handed in no attempt to `nbjudge watch`.
    """

    def __init__(
        self, coursedir: CourseDirectory, config: Config, *, attempts: bool = False
    ) -> None:
        self.attempts = attempts
        copy = CourseDirectory(config=config)  # `make` sets its student_id
        for name in ("root", "db_url", "assignment_id"):
            setattr(copy, name, getattr(coursedir, name))
        super().__init__(coursedir=copy, config=config)
        self.writer = FilesWriter(parent=self, config=self.config)
        self.exporter = self.exporter_class(parent=self, config=self.config)
        for preprocessor in self.preprocessors:
            self.exporter.register_preprocessor(preprocessor)
        self._built: Path | None = None  # the folder of pages while it is built
        self._common = hashlib.sha256(canonical(list(self._in_common()))).digest()

    def make(self, student: str, force: bool = False) -> MadePages:
        """Generate the pages of a student's autograded submission that are out of date.

        With `force`, generate all of them. A student without a graded submission gets no pages, and
        a notebook that cannot be converted gets a page that says so. If this student's pages cannot
        be written, all notebooks are lost, and the old pages stay. Raise `RunStoppedError` if the
        gradebook cannot be read, or nobody's pages can be written.
        """
        made = MadePages(student)

        def lose(why: str) -> None:
            source = Path(self.coursedir.root, self._format_source(assignment, student))
            reason = f"cannot be converted: {why}"
            made.lost = {path.stem: reason for path in sorted(source.glob("*.ipynb"))}

        assignment = self.coursedir.assignment_id
        with isolate_errors(lose, self.coursedir.root), contextlib.chdir(self.coursedir.root):
            try:
                made = self._make(student, force)
            except SQLAlchemyError as error:
                sentence = " ".join(str(error).splitlines()[:1])
                raise RunStoppedError(f"The gradebook cannot be read: {sentence}") from error
        return made

    def _make(self, student: str, force: bool) -> MadePages:
        assignment = self.coursedir.assignment_id
        source = Path(self._format_source(assignment, student))
        target = Path(self._format_dest(assignment, student))
        if not source.is_dir():
            return MadePages(student)
        new = settle_folder(target)
        now = self._keys(student, source)
        before = {} if force else _read_entries(target)
        same = {
            name: before[name]
            for name in now
            if name in before
            and before[name].get("key") == now[name]
            and (name == BESIDE or (target / f"{name}.html").is_file())
        }
        result = MadePages(student, kept=sorted(same.keys() - {BESIDE}))
        result.made = sorted(now.keys() - same.keys() - {BESIDE})
        entries = {name: same.get(name, {"key": key}) for name, key in now.items()}
        if result.made or entries != before:
            self.notebooks = [str(source / f"{name}.ipynb") for name in result.made]
            new.mkdir(parents=True)
            self._built = new
            try:
                for name in result.kept:
                    shutil.copy2(target / f"{name}.html", new / f"{name}.html")
                for name, lost in self._convert(assignment, student).items():
                    entries[name]["lost"] = one_line(lost.reason)
                    if lost.again:
                        entries[name]["key"] = None
                replace_json(new / PAGES, entries, mode=int(str(self.permissions), 8))
                replace_folder(target)
            finally:
                self._built = None
                remove(new)
            self.run_post_convert_hook()
        result.lost = {
            name: str(entry["lost"])
            for name, entry in sorted(entries.items())
            if entry.get("lost") is not None
        }
        result.made = [name for name in result.made if name not in result.lost]
        result.kept = [name for name in result.kept if name not in result.lost]
        return result

    def _convert(self, assignment: str, student: str) -> dict[str, FailedItem]:
        """Convert `self.notebooks` as nbgrader does; return those without a page, and why."""
        lost: dict[str, FailedItem] = {}
        self.coursedir.student_id = student  # for the hooks
        self.run_pre_convert_hook()
        self.init_assignment(assignment, student)
        for notebook in self.notebooks:
            try:
                self.convert_single_notebook(notebook)
            except (OSError, SQLAlchemyError):
                raise
            except Exception as error:  # of an exporter other than `FeedbackExporter`
                reason = one_line(f"cannot be converted: {type(error).__name__}: {error}")
                lost[notebook] = FailedItem(reason, again=True)
        self.set_permissions(assignment, student)
        lost |= getattr(self.exporter, "lost", {})
        return {Path(name).stem: lost[name] for name in self.notebooks if name in lost}

    def _format_dest(self, assignment_id: str, student_id: str, escape: bool = False) -> str:
        """Return the folder that nbgrader writes the pages of a submission to."""
        if self._built is not None:
            return str(self._built)
        return str(super()._format_dest(assignment_id, student_id, escape=escape))

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Copy the files next to the notebooks, as nbgrader does, but none that is a page."""
        source = Path(self._format_source(assignment_id, student_id))
        target = Path(self._format_dest(assignment_id, student_id))
        for path in self._beside(source):
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)

    def _beside(self, source: Path) -> Iterator[Path]:
        """Yield the files next to the notebooks that are copied next to the pages.

        nbgrader's own autograding copies a submission whatever its files are called. The course's
        own modules are left out, because no page runs Python.
        """
        notebooks = [path.stem for path in source.glob("*.ipynb")]
        coursedir = self.coursedir
        given = Path(
            coursedir.format_path(coursedir.source_directory, ".", coursedir.assignment_id)
        )
        for name in find_all_files(str(source), [*self.coursedir.ignore, "*.ipynb"]):
            path = Path(name)
            top, *below = path.relative_to(source).parts
            if path.suffix == ".py" and (given / path.relative_to(source)).is_file():
                continue
            if not is_active(name) and not why_reserved(
                top, notebooks, is_file=not below, collected=False
            ):
                yield path

    def _keys(self, student: str, source: Path) -> dict[str, str]:
        """Return a digest of the inputs of each notebook's page, and of the other files."""
        assignment = self.coursedir.assignment_id
        grades = read_grades(self.coursedir.db_url, assignment, student)
        submission = read_record(source)
        notebooks = (submission or Record()).notebooks
        keys = {}
        paths = sorted(filter(Path.is_file, source.glob("*.ipynb")))
        attempts = expects_attempts(self, student, assignment)
        siblings = points_of_pages(source, grades, submission, attempts=attempts)
        for path in paths:
            record = notebooks.get(path.stem, NotebookRecord())
            stored = grades.get(path.stem)
            visible: dict[str, Any] | None = None
            if stored:
                restricted = RestrictedCells.of_record(submission, path.stem, stored)
                grades_to_show = visible_grades(stored, restricted, attempts=attempts)
                visible = asdict(replace(grades_to_show, due=None))
                visible["concealed"] = sorted(grades_to_show.concealed)
                visible["counted_later"] = sorted(grades_to_show.counted_later)
            of_record = [record.reason, record.lacked, record.in_process, record.notes]
            shown = [visible, *of_record, siblings]
            keys[path.stem] = self._key(shown, path.read_bytes())
        beside = self._beside(source)
        files = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in beside}
        return {**keys, BESIDE: self._key(files, b"")}

    def _key(self, shown: object, content: bytes) -> str:
        return hashlib.sha256(self._common + canonical(shown) + b"\0" + content).hexdigest()

    def _in_common(self) -> Iterator[object]:
        """Yield the inputs of every page: versions, configuration, templates, our own code."""
        yield versions()
        yield [version(name) for name in ("nbconvert", "nh3", "Pygments", "mistune")]
        yield {name: self.config[name] for name in self.config if name not in NOT_SHOWN}
        yield [type(step) for step in (self.exporter, *self.exporter._preprocessors)]
        for folder in [*OWN, *map(Path, getattr(self.exporter, "template_paths", []))]:
            for path in sorted(folder.rglob("*") if folder.is_dir() else ()):
                if path.suffix != ".pyc" and path.is_file():
                    status = path.stat()
                    yield [str(path), status.st_mtime_ns, status.st_size]


def _read_entries(target: Path) -> Entries:
    """Return the content of `PAGES`, or nothing if it cannot be read."""
    found = read_json(target / PAGES) or {}
    return {name: entry for name, entry in found.items() if isinstance(entry, dict)}
