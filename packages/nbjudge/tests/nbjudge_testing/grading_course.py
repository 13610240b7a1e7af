"""A small course for the tests of `nbjudge grade`: two notebooks, no torch.

Entry points: `make_course`, `hand_in`, `grade`, `grade_here`, `wait_for_work`, `rows_of`,
`files_of`.
"""

import contextlib
import json
import os
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Base
from sqlalchemy import create_engine, select

from nbisolate_testing.users import wait_for
from nbjudge.commands.course import load_course
from nbjudge.files.folders import SCRATCH_PREFIX
from nbjudge.grading.dispatch import ClassSummary
from nbjudge.grading.run import grade as grade_class
from nbjudge.runner import new_forkserver
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbjudge

PS = "ps"
NOTEBOOKS = ("adding", "doubling")
TEST_CELLS = {
    "adding": ("test-add-small", "test-add-large"),
    "doubling": ("test-double-small", "test-double-large"),
}
ANSWERS = {"add": "def add(x, y):\n    return x + y", "double": "def double(x):\n    return 2 * x"}
CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "small"
c.JudgeExecute.preload = []
c.Autograde.autograde_preprocessors = [
    "nbjudge.JudgeExecute",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.HTMLExporter.preprocessors = ["nbjudge.SafeHTML"]
c.GenerateFeedback.exporter_class = "nbjudge.FeedbackExporter"
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
"""
# Repairs of notebooks in `nbgrader autograde`, for `make_course`.
REPAIR_CONFIG = """
from nbgrader.converters import Autograde
c.Autograde.sanitize_preprocessors = [
    "nbjudge.RepairNotebook",
    *Autograde.sanitize_preprocessors.default(),
]
c.OverwriteCells.add_missing_cells = True
"""


def make_course(folder: Path, config: str = "") -> Path:
    """Make a course in the new `folder`, its assignment `ps` in the gradebook; return the folder.

    `config` is added to nbgrader_config.py. In each notebook, the function is worth 2 + 3 points
    and a write-up 4. The first cell is locked and defines names that the second test cell uses.
    """
    notebooks = {
        "adding": _notebook("add", "add(20, 22)", "add(LARGE, 1)"),
        "doubling": _notebook("double", "double(21)", "double(LARGE)"),
    }
    return courses.make_course(folder, PS, notebooks, CONFIG + config, {"numbers.txt": b"40 2\n"})


def _notebook(function: str, small: str, large: str) -> nbformat.NotebookNode:
    test = {"grade": True, "locked": True}
    answer = f"### BEGIN SOLUTION\n{ANSWERS[function]}\n### END SOLUTION"
    larger = 10**20 + 1 if function == "add" else 2 * 10**20
    cells = [
        new_markdown_cell(f"Write `{function}`."),
        courses.cell("given", "LARGE = 10**20", locked=True),
        courses.cell(function, answer, solution=True),
        new_code_cell(f"print({small})"),
        courses.cell(f"test-{function}-small", _test(small, 42), points=2, **test),
        courses.cell(f"test-{function}-large", _test(large, larger), points=3, **test),
        courses.cell(f"{function}-why", "Why?", new_markdown_cell, 4, grade=True, solution=True),
    ]
    return courses.notebook(cells)


def _test(call: str, value: int) -> str:
    return (
        f"result = {call}\n### BEGIN HIDDEN TESTS\n"
        f'assert result == {value}, "The result is wrong."\n### END HIDDEN TESTS'
    )


def hand_in(course: Path, student: str, answers=ANSWERS, writeup="Because.", **files) -> Path:
    """Submit the released notebooks with answers; return the folder.

    `answers` maps a function to the source of its cell; a function that is left out keeps its stub.
    `files` are the texts of further files, by name with `__` for the dot (`timestamp__txt`).
    """
    folder = course / "submitted" / student / PS
    folder.mkdir(parents=True)
    for name in NOTEBOOKS:
        notebook = nbformat.read(course / "release" / PS / f"{name}.ipynb", as_version=4)
        for cell in notebook.cells:
            grade_id = cell.metadata.get("nbgrader", {}).get("grade_id", "")
            cell.source = answers.get(grade_id, cell.source)
            if grade_id.endswith("-why"):
                cell.source = writeup
        nbformat.write(notebook, folder / f"{name}.ipynb")
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def edit(path: Path, change) -> None:
    """Let `change` modify a notebook's JSON in place; nbformat would repair intended damage."""
    notebook = json.loads(path.read_text())
    change(notebook)
    path.write_text(json.dumps(notebook))


def grade(course: Path, *arguments: str, expect: int = 0, before=()) -> str:
    """Run `nbjudge grade ps ARGUMENTS`, check the exit code, and return the output."""
    finished = run_nbjudge(course, "grade", PS, *arguments, before=before)
    printed = finished.stdout + finished.stderr
    assert finished.returncode == expect, printed
    assert "Traceback" not in printed, printed
    return printed


def grade_here(course: Path, *traits: str, force=False, students=()) -> ClassSummary:
    """Grade in this process without workers, which is fast, for tests not about processes.

    `traits` are as on the command line. Courses with modules of their own need `grade`, because
    Python keeps imported modules.
    """
    with contextlib.chdir(course):
        coursedir, config = load_course(PS, list(traits))
        return grade_class(
            coursedir,
            config,
            students=students,
            workers=0,
            scheduler=None,
            force=force,
            forkserver=new_forkserver(),
        )


def audit_of(course: Path) -> list[dict]:
    """Return the lines of the course's audit."""
    return [json.loads(line) for line in (course / "nbjudge-audit.jsonl").read_text().splitlines()]


def database(course: Path) -> str:
    return f"sqlite:///{course / 'gradebook.db'}"


def rows_of(url: str) -> dict[str, list]:
    """Return all rows of a gradebook by table, sorted, with names instead of nbgrader's keys.

    nbgrader's keys are random. A row's own key is left out, and the key of another row is replaced
    with that row.
    """
    engine = create_engine(url)
    labels, tables = {}, {}
    with engine.connect() as connection:
        for table in Base.metadata.sorted_tables:
            found = []
            for row in connection.execute(select(table)):
                entry = {}
                for column, value in zip(table.columns, row, strict=True):
                    if column.foreign_keys:
                        (key,) = column.foreign_keys
                        entry[column.name] = labels[key.column.table.name, value]
                    elif not column.primary_key or table.name in ("student", "course"):
                        entry[column.name] = value
                found.append(entry)
                labels[table.name, row[list(table.columns).index(table.c.id)]] = entry
            tables[table.name] = sorted(found, key=repr)
    engine.dispose()
    return tables


def scores_of(course: Path, student: str) -> dict[str, float | None]:
    """Return a student's autograded scores, by test cell and write-up."""
    return {
        row["cell_id"]["name"]: row["auto_score"]
        for row in rows_of(database(course))["grade"]
        if row["notebook_id"]["assignment_id"]["student_id"]["id"] == student
    }


def record_of(course: Path, student: str) -> dict:
    return json.loads((course / "autograded" / student / PS / "nbjudge.json").read_text())


def scratch_of(course: Path) -> Path | None:
    """Return the scratch folder of the run that is grading a course; None if there is none."""
    for process in Path("/proc").glob("[0-9]*/fd"):
        try:
            held = [os.readlink(one) for one in process.iterdir()]
        except OSError:  # it has ended
            continue
        if str(course / ".nbjudge.lock") in held:
            folders = (path for path in held if Path(path).name.startswith(SCRATCH_PREFIX))
            return next(map(Path, folders), None)
    return None


def wait_for_work(course: Path) -> Path:
    """Wait until a submission of the course is being graded; return the run's scratch folder."""
    wait_for(lambda: (scratch := scratch_of(course)) and list(scratch.glob("*/autograded/*")))
    scratch = scratch_of(course)
    assert scratch is not None
    return scratch


def files_of(course: Path) -> dict[str, object]:
    """Return all files below autograded/ by path, including hidden ones.

    Records are returned without times, without the digests, which depend on the configuration, and
    without the note which notebooks did not run again.
    """
    found = {}
    for path in sorted((course / "autograded").rglob("*")):
        name = str(path.relative_to(course))
        if path.name == "nbjudge.json":
            found[name] = _without_times(json.loads(path.read_text()))
        elif path.is_file():
            found[name] = (path.read_bytes(), path.stat().st_mode)
        else:
            found[name] = "folder"
    return found


def _without_times(record: dict) -> dict:
    for part in (record, *record["notebooks"].values()):
        part["measured"].pop("seconds")
        part["measured"].pop("peak_memory_mb")
    for part in record["notebooks"].values():
        del part["key"], part["unchanged"]
    del record["digest"]
    return record
