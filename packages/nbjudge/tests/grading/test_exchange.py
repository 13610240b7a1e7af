"""nbgrader's exchange from end to end: from the release to the pages in a student's folder."""

import datetime
import shlex
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook

from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import (
    ANSWERS,
    NOTEBOOKS,
    PS,
    database,
    edit,
    grade,
    make_course,
    record_of,
)

EXCHANGE = """
c.CourseDirectory.course_id = "small"
c.Exchange.root = {root!r}
c.Exchange.path_includes_course = True
"""
INSTRUCTOR = """
c.ExchangeFactory.collect = "nbjudge.JudgeExchangeCollect"
c.ExchangeCollect.check_owner = False  # all submit as the user who runs the tests
c.ExchangeFactory.release_feedback = "nbjudge.JudgeExchangeReleaseFeedback"
c.LateSubmissionPlugin.penalty_method = "zero"
from nbjudge.course.permissions import restrict_permissions
restrict_permissions(c)
"""


@dataclass
class Desk:
    """Where a student works: a folder, and the file of settings that a JupyterHub would give."""

    name: str
    folder: Path

    def nbgrader(self, *arguments: str) -> None:
        run_nbgrader(self.folder, *arguments, f"--student={self.name}")

    @property
    def work(self) -> Path:
        return self.folder / "small" / PS

    @property
    def pages(self) -> list[Path]:
        return sorted(self.work.glob("feedback/*/*.html"))


def desk(folder: Path, name: str, exchange: str) -> Desk:
    folder.mkdir()
    cache = f"c.Exchange.cache = {str(folder / 'cache')!r}\n"
    (folder / "nbgrader_config.py").write_text("c = get_config()" + exchange + cache)
    return Desk(name, folder)


def answer(folder: Path) -> None:
    """Solve what a student has fetched."""

    def solve(notebook: dict) -> None:
        for cell in notebook["cells"]:
            grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
            cell["source"] = ANSWERS.get(grade_id, cell["source"])

    for name in NOTEBOOKS:
        edit(folder / f"{name}.ipynb", solve)


def now() -> str:
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M:%S.%f} UTC"


def test_from_the_release_to_the_pages_of_a_student(tmp_path):
    """Ann submits on time, Ben late, and Cem without the exchange."""
    root = tmp_path / "exchange"
    root.mkdir()
    root.chmod(0o1777)
    exchange = EXCHANGE.format(root=str(root))
    course = make_course(tmp_path / "course", exchange + INSTRUCTOR)
    run_nbgrader(course, "release_assignment", PS)
    assert stat.filemode(root.stat().st_mode) == "drwxrwxrwt", "nbgrader lets the sticky bit be"

    ann, ben = (desk(tmp_path / name, name, exchange) for name in ("ann", "ben"))
    ann.nbgrader("fetch_assignment", PS)
    assert {path.stem for path in ann.work.glob("*.ipynb")} == set(NOTEBOOKS)
    answer(ann.work)
    shutil.copytree(ann.work, ben.work)
    secret = course / "source" / PS / "adding.ipynb"
    ann.nbgrader("submit", PS)
    (inbound,) = (root / "small" / "inbound").glob("ann+*")
    written = {path.name for path in inbound.iterdir()} - {path.name for path in ann.work.iterdir()}
    assert written == {"timestamp.txt", "submission_secret.txt"}
    (inbound / "notes.txt").symlink_to(secret)
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate=now())
    ben.nbgrader("submit", PS)

    said = run_nbgrader(course, "collect", PS).stdout
    assert f"ann {PS}: notes.txt is a symbolic link, which is not followed" in said
    assert not (course / "submitted" / "ann" / PS / "notes.txt").exists()
    shutil.copytree(ann.work, course / "submitted" / "cem" / PS)
    assert "3 graded" in grade(course, expect=3)
    reason = "notes.txt is a symbolic link, which is not followed"
    assert [record_of(course, name)["reasons"] for name in ("ann", "ben")] == [[reason], []]
    with Gradebook(database(course), "small") as gradebook:
        found = {name: gradebook.find_submission(PS, name) for name in ("ann", "ben", "cem")}
        assert {name: one.score for name, one in found.items()} == dict.fromkeys(found, 10)
        penalties = {name: one.late_submission_penalty or 0 for name, one in found.items()}
    assert penalties == {"ann": 0, "ben": 10, "cem": 0}

    run_nbgrader(course, "generate_feedback", PS)
    # A course that shows only points before the due date: Ann has an extension, Ben has not.
    with Gradebook(database(course), "small") as gradebook:
        gradebook.grant_extension(PS, "ann", days=2)
    scores = "--WatchLimits.feedback_before_due=scores"
    released = run_nbgrader(course, "release_feedback", PS, scores).stdout
    assert "see only points now (WatchLimits.feedback_before_due is 'scores'): ann\n" in released
    assert len(list((root / "small" / "feedback").iterdir())) == len(NOTEBOOKS)
    ann.nbgrader("fetch_feedback", PS)
    assert not ann.pages
    # So it is if the course does not believe the times. nbgrader's own class needs the file.
    (course / "feedback" / "ann" / PS / "timestamp.txt").unlink()
    released = run_nbgrader(course, "release_feedback", PS).stdout
    assert "give these students their pages: cem\n" in released
    # The course is closed to others, what is released is not.
    for folder in ("feedback", "autograded", "submitted"):
        for path in (course / folder).glob("ann/**/*"):
            assert not path.stat().st_mode & 0o077, path
    released = [*(root / "small" / "feedback").iterdir(), *(root / "small").glob("outbound/*/*")]
    assert len(released) > 2 and all(path.stat().st_mode & 0o004 for path in released)
    ann.nbgrader("fetch_feedback", PS)
    assert [page.name for page in ann.pages] == [f"{name}.html" for name in NOTEBOOKS]
    assert "test-add-large" in ann.pages[0].read_text()
    assert len(list((root / "small" / "feedback").iterdir())) == 2 * len(NOTEBOOKS)
    assert stat.filemode(root.stat().st_mode) == "drwxrwxrwt"


def test_an_exchange_that_nbgrader_makes_or_repairs_is_not_sticky_and_the_commands_say_so(tmp_path):
    """docs/grade-a-class.md states both facts, and the command."""
    root = tmp_path / "exchange"
    course = make_course(tmp_path / "course", EXCHANGE.format(root=str(root)) + INSTRUCTOR)
    course.chmod(0o700)
    command, nothing = f"chmod +t {root}", "--JudgeExecute.preload=nosuchmodule"  # ends it early
    for mode in (None, 0o1755):
        if mode:
            root.chmod(mode)
        run_nbgrader(course, "release_assignment", PS, "--force")
        assert stat.filemode(root.stat().st_mode) == "drwxrwxrwx"
        assert f"Run `{command}`" in run_nbjudge(course, "check", PS, nothing).stderr
        assert f"Run `{command}`" in run_nbgrader(course, "collect", PS).stdout
    for typed in ("grade", "watch"):
        refused = run_nbjudge(course, typed, PS)
        assert f"Run `{command}`" in refused.stderr and refused.returncode
    assert "Traceback" not in refused.stderr
    subprocess.run(shlex.split(command), check=True)
    assert "chmod" not in run_nbgrader(course, "collect", PS).stdout
    run_nbgrader(course, "release_assignment", PS, "--force")
    assert stat.filemode(root.stat().st_mode) == "drwxrwxrwt"
