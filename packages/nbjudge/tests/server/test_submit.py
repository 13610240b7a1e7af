"""What the button Submit asks a student's server: nbgrader's exchange, and what a watch says."""

import datetime
import json
import zipfile
from dataclasses import replace

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.utils import notebook_hash
from traitlets.config import Config

from nbjudge.exchange.status_files import HEARTBEAT, AttemptStatus, Heartbeat, status_path
from nbjudge.files.file_names import SECRET
from nbjudge.files.times import time_text
from nbjudge.grading import find_work
from nbjudge.server.submit.exchange_view import ExchangeView, SubmitError
from nbjudge_testing import courses
from nbjudge_testing.watched import write_status

PS = "ps"


def release(root, course, *notebooks):
    """Make what an instructor has released: the folders of a course in the exchange."""
    for name, mode in (("outbound", 0o755), ("inbound", 0o733), ("feedback", 0o711)):
        (root / course / name).mkdir(parents=True)
        (root / course / name).chmod(mode)
    folder = root / course / "outbound" / PS
    folder.mkdir()
    for name in notebooks:
        nbformat.write(notebook(name), folder / f"{name}.ipynb")
        (folder / "data.zip").write_bytes(b"of the course")


def notebook(name, answer="# YOUR CODE HERE"):
    """A notebook with one answer, as released or with an answer of the student's."""
    solution = courses.cell(name, answer, solution=True)
    test = courses.cell(f"{name}-test", "assert f() == 1", grade=True, locked=True, points=2)
    return courses.notebook([new_code_cell("f = 0"), solution, test])


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "exchange"
    root.mkdir()
    root.chmod(0o1777)
    release(root, "abc", "one", "two")
    return root


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "home" / PS
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        nbformat.write(notebook(name, "def f(): ..."), folder / f"{name}.ipynb")
    return folder


@pytest.fixture
def view(root, folder, tmp_path):
    config = Config()
    config.Exchange.root, config.Exchange.cache = str(root), str(tmp_path / "cache")
    return ExchangeView(folder, config)


def submitted(root):
    """What has arrived in the exchange: the folders, by name."""
    return {path.name: path for path in (root / "abc" / "inbound").iterdir()}


def secret(root):
    """The secret of the newest attempt."""
    return (submitted(root)[max(submitted(root))] / SECRET).read_text()


def test_the_folder_arrives_through_nbgraders_exchange(view, root, folder):
    assert view.courses() == ["abc"]
    assert view.status("abc")["attempts"] == []
    view.submit("abc")
    (arrived,) = submitted(root).values()
    assert (arrived / "one.ipynb").read_bytes() == (folder / "one.ipynb").read_bytes()
    (attempt,) = view.status("abc")["attempts"]
    assert attempt["time"] == (arrived / "timestamp.txt").read_text()
    assert attempt["status"] is None
    none = {"is": False, "path": None}
    assert attempt["pages"] == {"one": none, "two": none}


def renamed(name):
    return lambda folder: (folder / "two.ipynb").rename(folder / name)


def misplaced(folder):
    (folder / PS).mkdir()
    (folder / "two.ipynb").rename(folder / PS / "two.ipynb")


def zipped(folder):
    with zipfile.ZipFile(folder / "mine.zip", "w") as archive:
        archive.write(folder / "two.ipynb", "two.ipynb")
    (folder / "two.ipynb").unlink()


def untouched(folder, name="two"):
    nbformat.write(notebook(name), folder / f"{name}.ipynb")


def untouched_and_worked_below(folder):
    misplaced(folder)
    untouched(folder)


def two_candidates(folder):
    (folder / "a.ipynb").write_text((folder / "two.ipynb").read_text())
    (folder / "two.ipynb").rename(folder / "b.ipynb")
    nbformat.write(notebook("two", "def f(): return 1"), folder / "a.ipynb")


def conflict(folder):
    path = folder / "two.ipynb"
    path.write_text(f"<<<<<<< HEAD\n{path.read_text()}")


GIT = "it has Git conflict markers (<<<<<<<). Keep one version and delete the markers"
FOLDERS = {
    # name: (change, what to confirm before it is submitted, what is only said)
    "as it should be": (lambda folder: None, [], []),
    "missing": (lambda folder: (folder / "two.ipynb").unlink(), ["two.ipynb is missing."], []),
    "misnamed": (renamed("two (1).ipynb"), [], ["two (1).ipynb is used as two.ipynb."]),
    "misplaced": (misplaced, [], ["ps/two.ipynb is used as two.ipynb."]),
    "zipped": (
        zipped,
        ["two.ipynb is missing. Found: mine.zip."],
        ["mine.zip is an archive, and was not searched."],
    ),
    "untouched": (untouched, [], ["two.ipynb is unchanged since it was released."]),
    "untouched, and worked elsewhere": (
        untouched_and_worked_below,
        ["two.ipynb is unchanged since it was released, but these have work: ps/two.ipynb."],
        [],
    ),
    "all untouched": (
        lambda folder: (untouched(folder, "one"), untouched(folder)),
        ["one.ipynb and two.ipynb are unchanged since they were released."],
        [],
    ),
    "two candidates": (
        two_candidates,
        ["two.ipynb is missing, and could be any of: a.ipynb, b.ipynb."],
        [],
    ),
    "another file": (
        lambda folder: (folder / "two.ipynb").write_text("") or renamed("two.pdf")(folder),
        ["two.ipynb is missing. Found: two.pdf."],
        [],
    ),
    "an archive": (
        lambda folder: (untouched(folder), zipfile.ZipFile(folder / "work.zip", "w").close()),
        [],
        [
            "work.zip is an archive, and was not searched.",
            "two.ipynb is unchanged since it was released.",
        ],
    ),
    "unreadable": (conflict, [f"two.ipynb is not a notebook: {GIT}."], []),
    "a copy": (
        lambda folder: nbformat.write(notebook("one", "def f(): return 2"), folder / "1.ipynb"),
        [],
        ["one.ipynb is used, not 1.ipynb."],
    ),
}


@pytest.mark.parametrize("kind", FOLDERS)
def test_what_is_not_in_its_place_is_said_before_it_is_submitted(
    kind, view, root, folder, monkeypatch
):
    # The student's server has threads, which a fork would not survive.
    monkeypatch.setattr(find_work, "in_child", None)
    change, lacking, noted = FOLDERS[kind]
    (folder / "data.zip").write_bytes(b"of the course")
    change(folder)
    before = sorted(folder.rglob("*"))
    assert view.look("abc") == {"lacking": lacking, "noted": noted}
    assert sorted(folder.rglob("*")) == before and submitted(root) == {}


def test_another_exchange_is_submitted_to_without_a_look(view):
    view.config.ExchangeFactory.list = "nbgrader.exchange.abc.ExchangeList"
    assert view.look("abc") == {}


def test_newest_first(view):
    for _ in range(3):
        view.submit("abc")
    times = [one["time"] for one in view.status("abc")["attempts"]]
    assert len(times) == 3 and times == sorted(times, reverse=True)


def test_where_there_is_no_exchange_there_is_no_course(view, tmp_path, root, caplog):
    view.config.Exchange.root = str(tmp_path / "nothing")
    assert view.courses() == []
    view.config.Exchange.root = str(root)
    for name in ("another", "a+b"):
        assert ExchangeView(tmp_path / "home" / name, view.config).courses() == []
    assert not caplog.records  # asked for each notebook that is opened


def test_courses_that_release_an_assignment_of_the_same_name(view, root, folder):
    release(root, "xyz", "one")
    assert view.courses() == ["abc", "xyz"]
    view.config.CourseDirectory.course_id = "xyz"
    assert view.courses() == ["xyz"]
    del view.config.CourseDirectory["course_id"]
    view.config.Exchange.path_includes_course = True
    inside = folder.parent / "abc" / PS
    inside.parent.mkdir()
    folder.rename(inside)
    own = ExchangeView(inside, view.config)
    assert own.courses() == ["abc"]
    own.submit("abc")
    assert len(own.status("abc")["attempts"]) == len(submitted(root)) == 1


def test_an_exchange_that_takes_nothing_says_why(view, root):
    (root / "abc" / "inbound").rmdir()
    with pytest.raises(SubmitError, match="not submitted: Inbound directory doesn't exist"):
        view.submit("abc")


def now(seconds=0):
    utc = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    return time_text(utc + datetime.timedelta(seconds=seconds))


def test_what_a_watch_says_is_told(view, root):
    view.submit("abc")
    feedback = root / "abc" / "feedback"
    status = AttemptStatus("waiting", PS, now(), now(), queue_position=3, seconds=12)
    write_status(status_path(feedback, secret(root)), status)
    (attempt,) = view.status("abc")["attempts"]
    assert (attempt["status"]["state"], attempt["status"]["queue_position"]) == ("waiting", 3)
    sign = Heartbeat(now(), [PS], waiting=3)
    write_status(feedback / HEARTBEAT, sign)
    assert view.status("abc")["watch"]["waiting"] == 3
    json.dumps(view.status("abc"))
    for silent in (replace(sign, written=now(-3600)), replace(sign, assignments=["another"])):
        write_status(feedback / HEARTBEAT, silent)
        assert view.status("abc")["watch"] is None


def test_the_due_date_is_the_watchs_and_then_the_students_own(view, root):
    feedback, of_class, own = root / "abc" / "feedback", now(3600), now(7200)
    assert view.status("abc")["due"] is None
    write_status(feedback / HEARTBEAT, Heartbeat(now(), [PS], due={PS: of_class}))
    assert view.status("abc")["due"] == of_class
    view.submit("abc")
    assert view.status("abc")["due"] == of_class
    status = AttemptStatus("graded", PS, now(), now(), due=own)
    write_status(status_path(feedback, secret(root)), status)
    assert view.status("abc")["due"] == own
    view.submit("abc")  # of this one nothing is known yet
    assert view.status("abc")["due"] == own
    write_status(feedback / HEARTBEAT, Heartbeat(now(-3600), [PS], due={PS: of_class}))
    assert view.status("abc")["due"] == own


def test_a_page_is_fetched_and_fetched_again_when_it_has_changed(view, root, folder):
    view.submit("abc")
    name = notebook_hash(secret=secret(root), notebook_id="one")
    page = root / "abc" / "feedback" / f"{name}.html"
    for text in ("first", "second"):
        page.write_text(text)
        (attempt,) = view.status("abc")["attempts"]
        assert attempt["pages"]["one"] == {"is": True, "path": None}
        assert attempt["pages"]["two"]["is"] is False
        view.fetch("abc")
        (attempt,) = view.status("abc")["attempts"]
        path = folder / "feedback" / attempt["time"] / "one.html"
        assert attempt["pages"]["one"] == {"is": True, "path": str(path)}
        assert path.read_text() == text
