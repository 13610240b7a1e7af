"""The pages of a submission, made anew only where something that they show has changed.

Entry point: `PageMaker.make`. What each page was made of is noted beside them, in `ENTRIES`.
"""

import contextlib
import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nbconvert.writers import FilesWriter
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import find_all_files
from sqlalchemy.exc import SQLAlchemyError
from traitlets.config import Config

from ..course.audit import versions
from ..course.canonical import canonical
from ..course.read_grades import read_grades
from ..course.record import NotebookRecord, read_record
from ..course.replace import read_json, replace_json
from ..course.text import one_line
from ..errors import Stopped
from ..sandbox.child import Lost

ENTRIES = ".nbjudge-pages.json"
BESIDE = ""  # the entry of the files beside the notebooks
# Parts of the configuration that say where and how loudly, and nothing of a page.
NOT_SHOWN = {"CourseDirectory", "NbGrader", "Application"}
OWN = [Path(__file__).parent, Path(__file__).parents[1] / "course"]  # the code behind a page

Entries = dict[str, dict[str, Any]]  # by notebook: "key", and "lost" where there is no page


@dataclass
class MadePages:
    """What came of the pages of a submission.

    Attributes
    ----------
    student
        The student's id.
    made, kept
        The notebooks whose pages were made now, and those whose pages stayed as they were.
    lost
        The other notebooks: why there is no page, but one that says this.
    """

    student: str
    made: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)


class PageMaker(GenerateFeedback):
    """nbgrader's converter for the feedback, one submission at a time, ready for the next.

    Parameters
    ----------
    coursedir
        The course; its `assignment_id` names the assignment.
    config
        The course's configuration. Where that changes, make a new one.
    """

    def __init__(self, coursedir: CourseDirectory, config: Config) -> None:
        own = CourseDirectory(config=config)  # as `make` says in it whose submission it is at
        for name in ("root", "db_url", "assignment_id"):
            setattr(own, name, getattr(coursedir, name))
        super().__init__(coursedir=own, config=config)
        self.writer = FilesWriter(parent=self, config=self.config)
        self.exporter = self.exporter_class(parent=self, config=self.config)
        for each in self.preprocessors:
            self.exporter.register_preprocessor(each)
        self._common = hashlib.sha256(canonical(list(self._in_common()))).digest()

    def make(self, student: str, force: bool = False) -> MadePages:
        """Make the pages of a student's autograded submission.

        Parameters
        ----------
        student
            The student's id. One who has no graded submission gets no pages.
        force
            Whether to make those anew too that have not changed.

        Returns
        -------
        What came of them. A notebook whose page cannot be made has one that says so.

        Raises
        ------
        Stopped
            If the gradebook cannot be read, or the pages cannot be written.
        """
        try:
            with contextlib.chdir(self.coursedir.root):  # as nbgrader's commands do
                return self._make(student, force)
        except SQLAlchemyError as error:
            sentence = " ".join(str(error).splitlines()[:1])
            raise Stopped(f"The gradebook cannot be read: {sentence}") from error
        except OSError as error:
            name = error.filename or self.coursedir.root
            raise Stopped(f"{name} cannot be written: {error.strerror}") from error

    def _make(self, student: str, force: bool) -> MadePages:
        assignment = self.coursedir.assignment_id
        source, target = (
            Path(path(assignment, student)) for path in (self._format_source, self._format_dest)
        )
        if not source.is_dir():
            return MadePages(student)
        now = self._keys(student, source)
        before = {} if force else _read_entries(target)
        same = {
            name: before[name]
            for name in now
            if name in before
            and before[name].get("key") == now[name]
            and (name == BESIDE or _page(target, name).is_file())
        }
        result = MadePages(student, kept=sorted(same.keys() - {BESIDE}))
        result.made = sorted(now.keys() - same.keys() - {BESIDE})
        entries = {name: same.get(name, {"key": key}) for name, key in now.items()}
        if result.made or entries != before:
            # First, so that a run that is killed from here on leaves nothing that looks done.
            (target / ENTRIES).unlink(missing_ok=True)
            _clear(target, {_page(target, name) for name in result.kept})
            self.notebooks = [str(source / f"{name}.ipynb") for name in result.made]
            for name, lost in self._convert(assignment, student).items():
                entries[name]["lost"] = one_line(lost.reason)
                if lost.again:
                    entries[name]["key"] = None
            target.mkdir(parents=True, exist_ok=True)
            replace_json(target / ENTRIES, entries, mode=int(str(self.permissions), 8))
        result.lost = {
            name: str(entry["lost"])
            for name, entry in sorted(entries.items())
            if entry.get("lost") is not None
        }
        result.made = [name for name in result.made if name not in result.lost]
        result.kept = [name for name in result.kept if name not in result.lost]
        return result

    def _convert(self, assignment: str, student: str) -> dict[str, Lost]:
        """Make what `self.notebooks` names, with all that nbgrader does before and after.

        Returns the notebooks that have no page, and why.
        """
        lost: dict[str, Lost] = {}
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
                lost[notebook] = Lost(reason, again=True)
        self.set_permissions(assignment, student)
        self.run_post_convert_hook()
        lost |= getattr(self.exporter, "lost", {})
        return {Path(name).stem: lost[name] for name in self.notebooks if name in lost}

    def _keys(self, student: str, source: Path) -> dict[str, str]:
        """What the page of each notebook is made of, and what lies beside them (`BESIDE`)."""
        grades = read_grades(self.coursedir.db_url, self.coursedir.assignment_id, student)
        record = read_record(source)
        notebooks = record.notebooks if record else {}
        keys = {}
        for path in sorted(source.glob("*.ipynb")):
            noted = notebooks.get(path.stem, NotebookRecord())
            shown = [grades.get(path.stem), noted.reason, noted.lacked, noted.shared]
            keys[path.stem] = self._key(shown, path.read_bytes())
        beside = find_all_files(str(source), [*self.coursedir.ignore, "*.ipynb"])
        files = {name: hashlib.sha256(Path(name).read_bytes()).hexdigest() for name in beside}
        return {**keys, BESIDE: self._key(files, b"")}

    def _key(self, shown: object, content: bytes) -> str:
        return hashlib.sha256(self._common + canonical(shown) + b"\0" + content).hexdigest()

    def _in_common(self) -> Iterator[object]:
        """What has a say in all pages: versions, the configuration, templates and our own code."""
        yield versions()
        yield [version(name) for name in ("nbconvert", "nh3", "Pygments", "mistune")]
        yield {name: self.config[name] for name in self.config if name not in NOT_SHOWN}
        yield [type(each) for each in (self.exporter, *self.exporter._preprocessors)]
        for folder in [*OWN, *map(Path, getattr(self.exporter, "template_paths", []))]:
            for path in sorted(folder.rglob("*") if folder.is_dir() else ()):
                if path.suffix != ".pyc" and path.is_file():
                    status = path.stat()
                    yield [str(path), status.st_mtime_ns, status.st_size]


def _page(target: Path, name: str) -> Path:
    return target / f"{name}.html"


def _read_entries(target: Path) -> Entries:
    """What `ENTRIES` says; nothing where it cannot be read."""
    found = read_json(target / ENTRIES) or {}
    return {name: entry for name, entry in found.items() if isinstance(entry, dict)}


def _clear(target: Path, kept: set[Path]) -> None:
    """Empty the folder of a submission's pages, but for those that stay."""
    for path in target.iterdir() if target.is_dir() else ():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif path not in kept:
            path.unlink()
