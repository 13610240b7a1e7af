"""Setup of nbjudge in a course's `nbgrader_config.py`, and its removal.

Entry points: `init` and `undo`; `write_printed` for a helper file of tests. The added block stands
between two marks at the end of the file. It writes most lists that it changes in full, so that a
reader sees the result without running it.
"""

import contextlib
import inspect
import stat
from collections.abc import Callable, Iterable
from difflib import ndiff
from pathlib import Path

from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import GetGrades
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from ..configuration import autograde_chain, import_class
from ..course.course_root import BLOCK, sets_root
from ..errors import UsageError
from ..files.atomic_write import replace_text
from ..files.file_names import RECORD
from ..gradebook.record import CONFIG, NO_CONFIG
from ..grading.chain import is_judged, replace_execute
from ..grading.repair_notebook import RepairNotebook
from ..plugins.exchange import JudgeExchangeCollect, JudgeExchangeReleaseFeedback
from ..plugins.execute import JudgeExecute
from ..plugins.feedback import FeedbackExporter, HideHiddenTests
from ..plugins.generate_assignment import WarnUnchecked
from ..plugins.grades import JudgeGetGrades
from ..zip_collect.plugins import SafeExtractor, StudentIdCollector
from . import printed

BEGIN = f"{BLOCK}(written by nbjudge init; nbjudge init --undo removes it) ----"
END = "# ---- nbjudge: end ----"
# Traits of nbgrader's that take a class of nbjudge's, unless the course has set them.
PLUGINS: list[tuple[str, str, type]] = [
    ("GenerateFeedback", "exporter_class", FeedbackExporter),
    ("ExchangeFactory", "collect", JudgeExchangeCollect),
    ("ZipCollectApp", "extractor_plugin", SafeExtractor),
    ("ZipCollectApp", "collector_plugin", StudentIdCollector),
    ("ExchangeFactory", "release_feedback", JudgeExchangeReleaseFeedback),
]


def init(folder: Path, load: Callable[[], Config]) -> str:
    """Add nbjudge's block to the configuration file of a course, or rewrite the block of it.

    Return the lines that were added, or those of an older block that changed, with "-" and "+"; ""
    if the course already uses nbjudge. `load` reads the configuration. It is called while the file
    has no block, because an older block may not work with this version. If it raises an error, the
    file stays as it was. Raise `UsageError` if there is no `nbgrader_config.py`, or the file cannot
    take the block.
    """
    text = _read_configuration(folder)
    before, old, after = _split(text)
    result = text
    try:
        if old:
            _write_configuration(folder, before + after)
        config = load()
        if not old and is_judged(autograde_chain(config)):
            return ""
        name = [] if _binds_c(before) else ["c = get_config()  # noqa: F821"]
        block = "\n".join([BEGIN, *name, *_lines(config), *_audit(folder / CONFIG), END, ""])
        result = before + block + after if old else text.rstrip("\n") + "\n\n" + block
    finally:
        if old or result != text:
            _write_configuration(folder, result)
    lines = ndiff(old.splitlines(keepends=True), block.splitlines(keepends=True))
    return "".join(line for line in lines if line[0] in "+-") if old else block


def undo(folder: Path) -> bool:
    """Remove nbjudge's block from the configuration file of a course; return True if it had one.

    Raise `UsageError` if there is no `nbgrader_config.py`, or the mark at the end of the block is
    missing.
    """
    before, block, after = _split(_read_configuration(folder))
    if block:
        _write_configuration(folder, before.rstrip("\n") + "\n" + after)
    return bool(block)


def write_printed(folder: Path) -> Path | None:
    """Write `printed.py` into the folder of an assignment in `source/`; return its path.

    Test cells run a student's function with it, and get the text that it prints. Return None if the
    same file is there already. Raise `UsageError` if there is no such folder, or another file of
    this name.
    """
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Check the assignment name")
    path = folder / "printed.py"
    text = inspect.getsource(printed)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        if path.read_text(encoding="utf-8") == text:
            return None
        raise UsageError(f"{path} exists. Rename it, or use it as it is") from error
    return path


def _split(text: str) -> tuple[str, str, str]:
    """Return the text before nbjudge's block, the block, and the text after it."""
    before, begin, rest = text.partition(BEGIN)
    inside, end, after = rest.partition(END)
    if begin and not end:
        raise UsageError(f"{CONFIG} has no line `{END}`. Remove nbjudge's lines by hand")
    block = f"{begin}{inside}{end}\n" if begin else ""
    return before, block, after.removeprefix("\n")


def _lines(config: Config) -> list[str]:
    """Return the lines that add nbjudge to the course's present configuration.

    A trait that the course has set itself, such as its own collect plugin, is left alone.
    """
    coursedir = CourseDirectory(config=config)
    chain = replace_execute(autograde_chain(config), JudgeExecute)
    sanitize = Autograde(coursedir=coursedir, config=config).sanitize_preprocessors
    lines = [
        "# Replace Execute: run submissions in a sandbox and their tests in a separate process.",
        *_list("c.Autograde.autograde_preprocessors", [_path(kind) for kind in chain]),
        "# Remove JavaScript in students' notebooks from formgrader's pages and from the feedback.",
        *_list("c.HTMLExporter.preprocessors", ["nbjudge.SafeHTML"]),
        "# Before autograding, repair cells that were copied, deleted or damaged.",
        *_list("c.Autograde.sanitize_preprocessors", map(_path, [RepairNotebook, *sanitize])),
        "c.OverwriteCells.add_missing_cells = True",
        "# Warn if the assignment has changed since the last nbjudge check, or was never checked.",
        f'c.GenerateAssignment.preprocessors.append("{_path(WarnUnchecked)}")',
    ]
    # JudgeGetGrades takes what nbjudge's exporter has read.
    grades = GetGrades if "exporter_class" in config.GenerateFeedback else JudgeGetGrades
    stages = GenerateFeedback(coursedir=coursedir, config=config).preprocessors
    paths = [_path(stage) for stage in stages]
    if _path(GetGrades) in paths:
        index = paths.index(_path(GetGrades))
        paths[index : index + 1] = [_path(grades), _path(HideHiddenTests)]
        lines += [
            "# Show messages and points in the feedback, but not hidden tests.",
            *_list("c.GenerateFeedback.preprocessors", paths),
        ]
    for section, trait, kind in PLUGINS:
        if trait not in config[section]:
            summary = str(kind.__doc__).splitlines()[0].partition(". ")[0].rstrip(".")
            lines += [f"# {summary}.", f'c.{section}.{trait} = "{_path(kind)}"']
    # It may be on in another file, which traitlets has not merged when this one runs.
    groupshared = ["c.CourseDirectory.groupshared = True"] if coursedir.groupshared else []
    return [
        *lines,
        "# Keep nbjudge.json out of the feedback. Other patterns: yours, or nbgrader's defaults.",
        *_list("c.CourseDirectory.ignore", [*coursedir.ignore, RECORD]),
        "# Make new files readable only by you, or by the group if CourseDirectory.groupshared is",
        "# set. Files released through the exchange stay readable to everyone.",
        *groupshared,
        "from nbjudge import restrict_permissions  # noqa: E402",
        "restrict_permissions(c)",
    ]


def _audit(file: Path) -> list[str]:
    """Return the lines that record points given by hand in the audit of `nbjudge grade`.

    If `file`, the configuration, does not set `CourseDirectory.root`, its folder is the course.
    """
    root = "c.CourseDirectory.root"
    imports = []
    if not sets_root(file):
        root = "Path(__file__).parent"
        imports.append("from pathlib import Path  # noqa: E402")
    return [
        "# Log manual grading in nbjudge-audit.jsonl: who gave which points.",
        *imports,
        "from nbjudge import log_manual_grading  # noqa: E402",
        f"log_manual_grading({root})",
    ]


def _list(name: str, items: Iterable[str]) -> list[str]:
    return [f"{name} = [", *(f'    "{item}",' for item in items), "]"]


def _path(kind: type | str) -> str:
    """Return the import path of a class, by the outermost package that exports it."""
    kind = import_class(kind)
    packages = kind.__module__.split(".")
    for number in range(1, len(packages)):
        short = f"{'.'.join(packages[:number])}.{kind.__name__}"
        with contextlib.suppress(ImportError):
            if import_item(short) is kind:
                return short
    return f"{kind.__module__}.{kind.__name__}"


def _binds_c(text: str) -> bool:
    return any(line.replace(" ", "").startswith("c=get_config()") for line in text.splitlines())


def _read_configuration(folder: Path) -> str:
    try:
        return (folder / CONFIG).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UsageError(NO_CONFIG) from error


def _write_configuration(folder: Path, text: str) -> None:
    """Write the file atomically, with its mode kept; refuse text that does not compile."""
    try:
        compile(text, CONFIG, "exec")
    except SyntaxError as error:
        raise UsageError(f"{CONFIG} has a syntax error (line {error.lineno}). Fix it") from error
    path = folder / CONFIG
    replace_text(path, text, mode=stat.S_IMODE(path.stat().st_mode))
