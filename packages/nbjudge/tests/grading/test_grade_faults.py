"""What goes wrong around the submissions: a clear sentence, and nothing half-written."""

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

import psutil
import pytest
from nbgrader.converters import Autograde

from nbisolate_testing.users import wait_for
from nbjudge.grading.dispatch import ClassRun
from nbjudge.grading.writer import ResultWriter
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import (
    PS,
    database,
    files_of,
    grade,
    grade_here,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
    wait_for_work,
)

STUDENTS = ("amy", "ben", "cat")
# These tests are about the course, not about the submissions.
CONFIG = "c.JudgeExecute.sandbox = False\n"
# A preprocessor that does something to the process which grades.
SABOTAGE = """
import os
import signal
from nbgrader.preprocessors import NbGraderPreprocessor

class Sabotage(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        {what}
        return nb, resources
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("faults") / "course", CONFIG)
    for student in STUDENTS:
        hand_in(course, student)
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


@pytest.fixture(scope="module")
def undisturbed(template, tmp_path_factory):
    course = shutil.copytree(template, tmp_path_factory.mktemp("undisturbed") / "course")
    grade(course)
    return course


def assert_same(course, other):
    assert rows_of(database(course)) == rows_of(database(other))
    assert files_of(course) == files_of(other)


def assert_untouched(course):
    assert rows_of(database(course))["submitted_assignment"] == []
    # At most the empty folder of the one whose turn it was.
    assert files_of(course) in ({}, *({f"autograded/{name}": "folder"} for name in STUDENTS))


def sabotage(course, what):
    (course / "sabotage.py").write_text(SABOTAGE.format(what=what))
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograde.sanitize_preprocessors.append('sabotage.Sabotage')\n")


def test_second_run_at_the_same_time(course):
    with (course / ".nbjudge.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        printed = grade(course, expect=1)
    said = "nbjudge: Another nbjudge grade is running in this course. Wait until it ends."
    assert printed.splitlines()[-1] == said
    assert_untouched(course)


def test_full_disk(course, undisturbed):
    (course / "autograded").mkdir()
    full = ("bwrap", "--dev-bind", "/", "/", "--size", "4096", "--tmpfs", course / "autograded")
    printed = grade(course, expect=1, before=full)
    assert "No space left on device. Free some space there. The next run continues." in printed
    assert_untouched(course)
    grade(course)
    assert_same(course, undisturbed)


def test_read_only_folder(course, undisturbed):
    folder = course / "autograded"
    folder.mkdir()
    sealed = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", folder, folder)
    printed = grade(course, expect=1, before=sealed)
    assert (
        "Read-only file system. Make it writable, or repair the disk. The next run continues."
        in printed
    )
    assert_untouched(course)
    sealed = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", course, course)
    printed = grade(course, expect=1, before=sealed)
    assert printed == "nbjudge: The course folder cannot be written: Read-only file system.\n"
    grade(course)
    assert_same(course, undisturbed)


def test_read_only_gradebook(course):
    gradebook = course / "gradebook.db"
    sealed = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", gradebook, gradebook)
    printed = grade(course, expect=1, before=sealed)
    assert "The gradebook cannot be " in printed
    assert_untouched(course)


def test_file_where_a_folder_belongs(course):
    """One student's folder cannot be written: the others are stored."""
    (course / "autograded").mkdir()
    (course / "autograded" / "ben").write_text("in the way")
    printed = grade(course, expect=3)
    assert f"ben: {course}/autograded/ben" in printed
    students = [
        row["student_id"]["id"] for row in rows_of(database(course))["submitted_assignment"]
    ]
    assert students == ["amy", "cat"]
    (course / "autograded" / "ben").unlink()
    assert "1 graded" in grade(course)


def test_gradebook_locked_for_a_while(course, undisturbed):
    """Another program that holds the gradebook is waited for."""
    holder = (
        "import sqlite3, sys, time\n"
        "gradebook = sqlite3.connect('gradebook.db', isolation_level=None)\n"
        "gradebook.execute('BEGIN EXCLUSIVE')\n"
        "print('holding', flush=True)\n"
        "time.sleep(float(sys.argv[1]))\n"
    )
    begun = course / "begun"  # what is known has been read: from here on it writes
    sabotage(course, f"open({str(begun)!r}, 'w').close()")
    command = [sys.executable, "-c", holder, "8"]  # longer than SQLite waits by itself
    run = subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "grade", PS], cwd=course, stderr=subprocess.PIPE
    )
    wait_for(begun.exists)
    with subprocess.Popen(command, cwd=course, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        assert run.wait(120) == 0, run.stderr.read()
    run.stderr.close()
    assert rows_of(database(course)) == rows_of(database(undisturbed))


def test_gradebook_locked_for_good(course, monkeypatch, capsys):
    from nbjudge.cli import main
    from nbjudge.gradebook import database as gradebooks

    monkeypatch.setattr(gradebooks, "PATIENCE", 0)
    monkeypatch.chdir(course)
    sabotage(course, "pass")

    def hold():
        gradebook = sqlite3.connect("gradebook.db", isolation_level=None)
        gradebook.execute("BEGIN IMMEDIATE")  # reading goes on, writing does not
        return gradebook

    gradebook = hold()
    assert main(["grade", PS]) == 1
    sentence = "The gradebook is locked by another program. Close it and run the command again."
    assert capsys.readouterr().err.endswith(f"nbjudge: {sentence}\n")
    gradebook.close()
    assert_untouched(course)


def test_worker_that_dies_takes_no_other_with_it(course):
    # The parent of the process that goes through the chain is the worker.
    kill = "if resources['nbgrader']['student'] == 'ben': os.kill(os.getppid(), signal.SIGKILL)"
    sabotage(course, kill)
    printed = grade(course, expect=3)
    sentence = "could not be graded: the process that graded it was killed twice"
    assert record_of(course, "ben")["reasons"] == [
        f"adding.ipynb {sentence}",
        f"doubling.ipynb {sentence}",
    ]
    assert "3 graded" in printed and "1 needs attention" in printed
    assert set(scores_of(course, "ben").values()) == {None}
    assert scores_of(course, "amy")["test-add-large"] == 3
    assert scores_of(course, "cat")["test-add-large"] == 3
    # What was submitted is there for a person.
    assert "return x + y" in (course / "autograded" / "ben" / PS / "adding.ipynb").read_text()


def test_child_that_dies_costs_its_notebook_only(course):
    place = "(resources['nbgrader']['student'], resources['unique_key'])"
    sabotage(course, f"if {place} == ('ben', 'adding'): os.kill(os.getpid(), signal.SIGKILL)")
    printed = grade(course, expect=3)
    sentence = "adding.ipynb did not finish: its process was killed"
    assert record_of(course, "ben")["reasons"] == [sentence]
    assert "3 graded" in printed and "1 needs attention" in printed
    assert scores_of(course, "ben")["test-add-large"] is None
    assert scores_of(course, "ben")["test-double-large"] == 3
    assert scores_of(course, "cat")["test-add-large"] == 3
    # What was submitted is there for a person; and the next run tries again.
    assert "return x + y" in (course / "autograded" / "ben" / PS / "adding.ipynb").read_text()
    assert "1 graded" in grade(course, expect=3)


def test_warm_process_that_dies(course, undisturbed):
    """All workers fork from one; where it is gone, each starts its own."""
    # The second of the two times that nbgrader runs what is appended to its list finds none alive.
    kill = """
        import multiprocessing, psutil, time
        main = psutil.Process(multiprocessing.parent_process().pid)
        if (resources["nbgrader"]["student"], resources["unique_key"]) == ("ben", "doubling"):
            living = [c for c in main.children() if c.status() != psutil.STATUS_ZOMBIE]
            for process in living:
                if "nbisolate.processes.forkserver_main" in process.cmdline():
                    process.kill()
                    while process.status() != psutil.STATUS_ZOMBIE:
                        time.sleep(0.01)
"""
    sabotage(course, kill)
    printed = grade(course, "--workers=1")
    assert "3 graded" in printed
    assert rows_of(database(course)) == rows_of(database(undisturbed))


@pytest.mark.parametrize(
    "preload, there", [("['colorsys']", True), ("[]", False), ("'colorsys'.split()", True)]
)
def test_warm_process_imports_what_the_course_asks_for(course, preload, there):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(f"c.JudgeExecute.preload = {preload}\n")
    wrong = f"('colorsys' in sys.modules) != {there}"
    source = f"import sys\ndef add(x, y):\n    return x + y + ({wrong})"
    shutil.rmtree(course / "submitted" / "amy")
    hand_in(course, "amy", {"add": source})
    grade(course, "--student=amy")
    assert scores_of(course, "amy")["test-add-large"] == 3


def test_warm_process_is_ended_when_the_command_is_wrong(course):
    """It would end by itself too, but only when it has imported everything."""
    script = """
from nbisolate import ForkServer
from nbjudge import cli

made = []
make = cli.new_forkserver
cli.new_forkserver = lambda preload: made.append(make(preload)) or made[0]
started = ForkServer.start
ForkServer.start = lambda self: (started(self), print("started" if self.process else "not started"))
print(cli.main(["grade", "nonsense"]), made[0].process)
"""
    command = [sys.executable, "-c", script]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.stdout.split("\n") == ["started", "2 None", ""], finished.stderr


def test_interrupted_while_it_starts(course):
    """One line, whatever is being imported, here and in the processes that were started."""
    command = [sys.executable, "-m", "nbjudge", "grade", PS]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen(command, cwd=course, start_new_session=True, **pipes) as process:
        started = psutil.Process(process.pid)
        # The second is the server of the workers, which is importing nbgrader from now on.
        wait_for(lambda: len(started.children()) >= 2)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=300)[0]
    warned = [line for line in said.splitlines() if "No control groups" in line]
    assert said.splitlines() == [
        *warned,
        "nbjudge: Interrupted. The grades so far are stored; run the same command to continue.",
    ]
    # A shell says 130 of both. Python ends itself by the signal where it met the interrupt in
    # code that it compiles from text, as `dataclasses` does.
    assert process.returncode in (130, -signal.SIGINT)


def test_preprocessor_that_fails(course):
    sabotage(course, "raise KeyError('odd')")
    grade(course, "--student=amy", expect=3)
    assert record_of(course, "amy")["reasons"] == [
        "adding.ipynb could not be graded: KeyError: 'odd'",
        "doubling.ipynb could not be graded: KeyError: 'odd'",
    ]
    # It may have been the machine: the next run tries again, though nothing has changed.
    assert "1 graded" in grade(course, "--student=amy", expect=3)


def test_without_bubblewrap(course, tmp_path):
    """One sentence, and no submission is stored as if something were wrong with it."""
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("c.JudgeExecute.sandbox = True\n")
    (tmp_path / "bin").mkdir()
    for tool in ("env", "sh"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    printed = grade(course, expect=1, before=("env", f"PATH={tmp_path / 'bin'}"))
    last = printed.splitlines()[-1]
    assert last.startswith("nbjudge: Cannot grade: bubblewrap is not installed")
    assert_untouched(course)


@pytest.mark.parametrize(
    "sign",
    [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.soak), signal.SIGKILL],
)
def test_interrupted(course, undisturbed, sign):
    """It ends at once, leaves no process behind, and goes on when called again."""
    (course / "slow").touch()
    sabotage(course, f"import time; time.sleep(3000 * os.path.exists({str(course / 'slow')!r}))")
    run = subprocess.Popen(
        [sys.executable, "-m", "nbjudge", "grade", PS],
        cwd=course,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    scratch = wait_for_work(course)
    family = psutil.Process(run.pid).children(recursive=True)
    assert len(family) >= 3  # the server that forks, and two workers
    run.send_signal(sign)
    _, printed = run.communicate(timeout=300)
    if sign != signal.SIGKILL:
        assert run.returncode == 130
        assert printed.endswith("The grades so far are stored; run the same command to continue.\n")
        assert not scratch.exists()
    _, alive = psutil.wait_procs(family, timeout=300)
    assert alive == []
    (course / "slow").unlink()
    grade(course)
    assert_same(course, undisturbed)
    assert not scratch.exists()


def test_leaves_nothing_in_the_temporary_folder(course, tmp_path):
    (tmp_path / "tmp").mkdir()
    grade(course, before=("env", "-u", "XDG_RUNTIME_DIR", f"TMPDIR={tmp_path / 'tmp'}"))
    assert os.listdir(tmp_path / "tmp") == []


def test_worker_that_ends_by_itself_is_passed_over():
    """At the end of a run the workers leave while the pool looks for what is left of them."""
    from nbjudge.grading.local import _family

    ended = subprocess.Popen(["true"])
    ended.wait()
    assert _family(ended.pid) == []
    with subprocess.Popen(["sh", "-c", "cat; true"], stdin=subprocess.PIPE) as worker:
        # The child is a second sh until it has become cat.
        wait_for(lambda: [process.name() for process in _family(worker.pid)] == ["sh", "cat"])
        worker.stdin.close()


def test_pages_that_cannot_be_made_by_the_configuration(course):
    """The class is graded, and is told of; the last line says why it has no pages."""
    with (course / "nbgrader_config.py").open("a") as config:
        config.write('c.FeedbackExporter.template_name = "no-such-template"\n')
    finished = run_nbjudge(course, "grade", PS, "--feedback", "--json=out.json")
    assert finished.returncode == 1
    assert "3 graded in" in finished.stdout
    assert json.loads((course / "out.json").read_text())["graded"] == 3
    last = finished.stderr.splitlines()[-1]
    assert last.startswith("nbjudge: No page can be generated: ValueError: ")
    assert "no-such-template" in last and "Traceback" not in finished.stderr
    again = run_nbjudge(course, "feedback", PS)
    assert (again.returncode, again.stderr.splitlines()[-1]) == (1, last)


def test_a_page_that_raises_costs_this_page(course):
    """What a course's own class raises outside of the conversion, for one of the students."""
    (course / "exporters.py").write_text(
        "from nbjudge.plugins.page_maker import PageMaker\n"
        "init = PageMaker.init_assignment\n"
        "def init_assignment(self, assignment, student):\n"
        "    assert student != 'ben', 'not ben'\n"
        "    return init(self, assignment, student)\n"
        "PageMaker.init_assignment = init_assignment\n"
    )
    with (course / "nbgrader_config.py").open("a") as config:
        config.write("import sys; sys.path.insert(0, '.'); import exporters\n")
    finished = run_nbjudge(course, "grade", PS, "--feedback")
    assert finished.returncode == 3
    assert "4 pages written, 0 kept (unchanged), 2 could not be written" in finished.stdout
    for name in ("adding", "doubling"):
        reason = "cannot be converted: AssertionError: not ben"
        assert f"ben: no page for {name}, which {reason}" in finished.stdout
    assert "exporters.py" in finished.stderr  # where the course's class failed


def test_a_worker_that_makes_pages_is_killed(course):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(
            "import os, signal\n"
            "def kill(**_): os.kill(os.getpid(), signal.SIGKILL)\n"
            "c.GenerateFeedback.pre_convert_hook = kill\n"
        )
    printed = grade(course, "--feedback", expect=1)
    assert "3 graded in" in printed
    assert printed.endswith(
        "A process that generates the pages was killed. Run the command again.\n"
    )


WORKERS = """
import multiprocessing, os, threading, time
from nbjudge.grading.local import Workers

threads = []
os.register_at_fork(before=lambda: threads.append(threading.active_count()))

def begin():
    def divide(number):
        return os.getpid(), 6 / number
    return divide

first = Workers(2, begin, None)
assert threads == [1, 1], threads  # a lock that a thread holds at a fork is held for ever
second = Workers(1, begin, None)
third = Workers(1, begin, None)
own, value = second.submit(2).result()
assert value == 3 and len(multiprocessing.active_children()) == 4
first.close()
third.close()  # each ends its own, be they older or newer than the others'
pid, value = second.submit(3).result()
assert pid == own and value == 2
assert [child.pid for child in multiprocessing.active_children()] == [pid]
assert isinstance(second.submit(0).exception(), ZeroDivisionError)
os.kill(pid, 9)
try:
    while True: second.submit(1).result()
except Exception as error: assert type(error).__name__ == "BrokenProcessPool", error
assert second.submit(1).result()[0] != pid
second.close()
# The executor's own thread reaps the killed worker, and meanwhile that one counts as alive.
deadline = time.monotonic() + 60
while multiprocessing.active_children() and time.monotonic() < deadline: time.sleep(0.01)
assert not multiprocessing.active_children()
"""


def test_workers_are_forked_at_once_and_end_alone(tmp_path):
    subprocess.run([sys.executable, "-c", WORKERS], cwd=tmp_path, check=True, timeout=300)


INTERRUPTED = """
import multiprocessing, os, signal, time
from concurrent.futures import ProcessPoolExecutor
from nbjudge.grading.local import Workers

submit = ProcessPoolExecutor.submit

def submit_interrupted(self, *arguments):
    os.kill(os.getpid(), signal.SIGINT)  # it stays blocked until the workers are there
    return submit(self, *arguments)

ProcessPoolExecutor.submit = submit_interrupted
try:
    Workers(2, lambda: abs, None)
except KeyboardInterrupt:
    deadline = time.monotonic() + 60  # as above
    while multiprocessing.active_children() and time.monotonic() < deadline: time.sleep(0.01)
    print(len(multiprocessing.active_children()), flush=True)
os._exit(0)  # a normal end would wait for workers that are left
"""


def test_an_interrupt_while_workers_start_leaves_none(tmp_path):
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, cwd=tmp_path, check=True, timeout=300, capture_output=True)
    assert done.stdout == b"0\n"


@pytest.mark.parametrize("name", ["_read_submission", "_timestamp", "store", "post_convert_hook"])
def test_an_error_of_one_student_costs_that_student_alone(course, monkeypatch, name):
    """Whatever is raised for one student, in reading, storing or a hook of the course's."""
    if name == "post_convert_hook":
        owner, real = Autograde, Autograde.run_post_convert_hook
        name = "run_post_convert_hook"
    else:
        owner = ResultWriter if name == "store" else ClassRun
        real = getattr(owner, name)

    def failing(self, *arguments, **more):
        which = self.coursedir.student_id if owner is Autograde else repr(arguments)
        if "amy" in which:
            raise ValueError("odd")
        return real(self, *arguments, **more)

    monkeypatch.setattr(owner, name, failing)
    summary = grade_here(course)
    assert summary.attention["amy"] == ["ValueError: odd"]
    assert scores_of(course, "ben") == scores_of(course, "cat") != []
    monkeypatch.undo()
    assert not grade_here(course, force=True).attention
