"""The application that runs notebooks, such as a grader, as their processes know it.

Entry points: `Application`, which the application passes to its `ForkServer`; `current` and `use`
in the processes of a notebook.
"""

import functools
import importlib.util
import json
import site
import sys
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Application:
    """What an application adds to the processes of each notebook. The default adds nothing.

    Attributes
    ----------
    package
        The application's package, which test cells may import. The fork server imports it before
        anything else, and every sandbox shows its folder. Tracebacks leave its frames out. An error
        that its code did not raise on purpose is a failure of the application, and costs no points.
    operating
        Files of the package, such as "awards.py", whose functions work on objects of tests and
        submissions. An error in them is an error of these objects.
    hidden
        Folders below `/usr` that every sandbox shows empty.
    tables
        The MIME types of outputs that are data: a list of rows, each a list of texts and numbers.
        Other outputs are kept only if they are texts or pictures.
    name
        The application's name in messages, such as that of a failure.
    in_process_tag
        What authors write on a test cell that shall run in the student's process, as messages
        advise where the judge cannot decide.
    scores_stderr
        Whether the application gives no points to a test cell that wrote to stderr, as nbgrader
        does. What the judge's libraries write there, such as a warning, says nothing about the
        answer: if True, it becomes output on stdout.

    Examples
    --------
    >>> Application(tables=("application/vnd.example.points+json",)).package
    'nbisolate'
    """

    package: str = __name__.partition(".")[0]
    operating: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    name: str = __name__.partition(".")[0]
    in_process_tag: str = "in-process"
    scores_stderr: bool = False

    @functools.cached_property
    def folder(self) -> str:
        """The folder of the package. Raise `ModuleNotFoundError` if it is not installed."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"{self.package} is not an installed package")
        return str(Path(spec.origin).resolve().parent)

    @functools.cached_property
    def python_folders(self) -> list[str]:
        """The outermost folders outside ``/usr`` from which processes of notebooks import.

        They are those of this Python, and the packages of this module and of the application, which
        are elsewhere in a checkout. Every sandbox shows them, so keep hidden tests and grades
        elsewhere.
        """
        folders = {Path(sys.prefix), Path(sys.base_prefix), *map(Path, site.getsitepackages())}
        folders |= {Path(__file__).resolve().parent, Path(self.folder)}
        found = {path for path in folders if path.is_dir() and not path.is_relative_to("/usr")}
        outer = {f for f in found if not any(f != g and f.is_relative_to(g) for g in found)}
        return sorted(map(str, outer))

    @functools.cached_property
    def operating_files(self) -> frozenset[str]:
        """The paths of the files `operating`."""
        return frozenset(f"{self.folder}/{name}" for name in self.operating)

    def locate(self) -> None:
        """Look up the paths of the package. Raise `ModuleNotFoundError` if it is not installed.

        A notebook can change how modules are found. It cannot change what is known by then.
        """
        self.operating_files  # noqa: B018

    def to_json(self) -> str:
        """Return the application as text, for `from_json`."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Application":
        """Read the text. Nothing is checked, because it comes from the application itself."""
        fields = json.loads(text)
        for name in ("operating", "hidden", "tables"):
            fields[name] = tuple(fields[name])
        return cls(**fields)


_current = Application()


def current() -> Application:
    """Return the application whose notebook this process runs."""
    return _current


def use(application: Application) -> None:
    """Set the application for this process and its forks.

    Raise `ModuleNotFoundError` if its package is not installed.
    """
    global _current
    application.locate()
    _current = application
