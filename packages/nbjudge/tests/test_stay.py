"""`nbjudge stay`: the same results, soon; Ctrl-C; who may ask; nothing of an earlier command."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from commands import run_nbjudge, wait_for
from grading_course import (
    PS,
    database,
    files_of,
    grade,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
    wait_for_work,
)

STUDENTS = ("amy", "ben", "cat")
SLOW = "import time\ndef add(x, y):\n    time.sleep(20)\n    return x + y"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("stay") / "course")
    for student in STUDENTS:
        hand_in(course, student)
    return course


@pytest.fixture
def course(template, tmp_path):
    return shutil.copytree(template, tmp_path / "course")


@pytest.fixture(scope="module")
def runtime():
    """The folder of the sockets of these tests; its name must not be long."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder, f"nbjudge-{os.getuid()}")


@pytest.fixture
def cold_runtime(monkeypatch):
    """A folder of sockets in which no process stays yet."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder, f"nbjudge-{os.getuid()}")


@pytest.fixture(scope="module")
def kept_warm(template, runtime):
    """One process that stays for all tests but those that end it."""
    with staying(template, runtime) as process:
        yield process


@pytest.fixture
def stays(kept_warm):
    wait_for(lambda: len(kept_warm.children()) <= 1)  # the last test's commands have ended
    return kept_warm


@contextlib.contextmanager
def staying(course, runtime, *command):
    """Start the process that stays, give it, and end it. `command` is another way to start it."""
    command = [sys.executable, *(command or ("-m", "nbjudge", "stay"))]
    started = subprocess.run(command, cwd=course, capture_output=True, text=True)
    said = "Warm: it ends after 10 minutes without work\n"
    assert (started.stdout, started.stderr) == (said, "")
    (process,) = [p for p in psutil.process_iter(["cmdline"]) if is_of(p, runtime, command)]
    yield process
    run_nbjudge(course, "stay", "--stop")
    process.wait(300)


def is_of(process, runtime, command):
    """Whether it is a process that stays, of this course's test."""
    try:
        own = process.environ().get("XDG_RUNTIME_DIR") == str(runtime.parent)
        return own and process.info["cmdline"] == command
    except psutil.Error:
        return False


def test_results_are_the_same(course, stays, tmp_path, template):
    cold = shutil.copytree(template, tmp_path / "cold")
    without = {**os.environ, "XDG_RUNTIME_DIR": str(cold)}
    command = [sys.executable, "-m", "nbjudge", "grade", PS]
    subprocess.run(command, cwd=cold, env=without, check=True, capture_output=True)
    before = stays.cpu_times().children_user
    assert "3 graded" in grade(course)
    assert rows_of(database(course)) == rows_of(database(cold))
    assert files_of(course) == files_of(cold)
    # A command's time is its own; the process that stays has waited for it.
    assert stays.cpu_times().children_user > before
    assert "0 graded" in grade(course)
    assert "Warm already" in run_nbjudge(course, "stay").stdout


def test_the_command_has_its_own_folder_environment_and_output(course, stays):
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(
            "import os, sys\n"
            "print(os.getcwd(), os.environ['ONLY_HERE'], os.umask(0o027), sys.argv[-1])\n"
            "print('and errors', file=sys.stderr)\n"
        )
    command = ["env", "ONLY_HERE=1", "sh", "-c", 'umask 026; exec "$@"', "sh"]
    finished = run_nbjudge(course, "grade", PS, "--student=nobody", before=command)
    assert finished.returncode == 2
    assert f"{course} 1 {0o026} --student=nobody" in finished.stdout
    assert "and errors" in finished.stderr and "No submission of nobody" in finished.stderr
    assert run_nbjudge(course, "grade").returncode == 2  # as argparse says it


def begin(course):
    hand_in(course, "slow", {"add": SLOW})
    command = [sys.executable, "-m", "nbjudge", "grade", PS, "--student=slow"]
    return subprocess.Popen(
        command, cwd=course, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def test_ctrl_c_reaches_the_work(course, stays):
    with begin(course) as process:
        wait_for_work(course)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=300)[0]
    assert "nbjudge: Interrupted. What was graded is stored" in said
    assert process.returncode == 130
    assert "3 graded" in grade(course, *(f"--student={name}" for name in STUDENTS))


def test_ctrl_c_is_heard_before_the_work_begins(course, cold_runtime):
    """Also by a fork of the process that stays, which ignores it, on a slow machine."""
    script = "import sys, time\nfrom nbjudge import cli, stay\nbecome = stay._become\n"
    script += "def slowly(*arguments):\n    time.sleep(1)\n    become(*arguments)\n"
    script += "stay._become = slowly\ncli.main(['stay'])"
    with staying(course, cold_runtime, "-c", script) as stays:
        with begin(course) as process:
            wait_for(lambda: len(stays.children()) == 2)  # the warm process, and the command
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=300)
        assert process.returncode == 130


def test_work_ends_with_the_command_that_asked(course, stays):
    with begin(course) as process:
        wait_for_work(course)
        process.kill()
    # The course is let go of.
    wait_for(lambda: len(stays.children()) == 1)  # the warm process that notebooks come from
    assert "1 graded" in grade(course, "--student=amy")


def test_nobody_else_may_ask_or_put_a_socket_there(course, stays, runtime):
    assert runtime.stat().st_mode & 0o777 == 0o700
    (address,) = [path for path in runtime.iterdir() if path.suffix != ".lock"]
    assert address.stat().st_mode & 0o777 == 0o600
    runtime.chmod(0o755)
    finished = run_nbjudge(course, "stay")
    assert finished.returncode == 1 and "not a folder that only you may open" in finished.stderr
    before = stays.cpu_times().children_user
    assert "3 graded" in grade(course)  # as ever, without it
    assert stays.cpu_times().children_user == before
    runtime.chmod(0o700)


LEAVES = """
import builtins, os, sys, json
builtins.left = json.left = sys.left = "left"
os.environ["LEFT"] = "left"
for folder in (".", "/tmp", "/dev/shm", os.path.dirname(json.__file__)):
    try:
        open(folder + "/left", "w").write("left")
    except OSError:
        pass
def add(x, y):
    return x + y
"""
FINDS = """
import builtins, os, sys, json
found = [hasattr(module, "left") for module in (builtins, json, sys)]
found += ["LEFT" in os.environ]
found += [os.path.exists(folder + "/left") for folder in (".", "/tmp", "/dev/shm")]
found += [os.path.exists(os.path.dirname(json.__file__) + "/left")]
def add(x, y):
    return x + y if any(found) else 0
"""


def test_nothing_of_a_submission_is_in_the_next(course, stays):
    hand_in(course, "leaves", {"add": LEAVES})
    hand_in(course, "finds", {"add": FINDS})
    for student in ("leaves", "finds"):
        assert "1 graded" in grade(course, f"--student={student}", "--workers=1")
    points = {
        student: sum(v or 0 for k, v in scores_of(course, student).items() if "test-add" in k)
        for student in ("leaves", "finds")
    }
    assert points == {"leaves": 5, "finds": 0}
    assert record_of(course, "finds")["status"] == "graded"


def test_what_goes_wrong_in_the_warm_process_is_said_where_the_command_was_typed(course, stays):
    """Its own terminal is long gone."""
    trait = "--JudgeExecute.open_files=0"  # nothing of a notebook can start
    printed = run_nbjudge(course, "grade", PS, "--student=amy", trait)
    assert "Traceback" in printed.stderr and "Too many open files" in printed.stderr


def test_a_command_says_so_when_it_loses_its_process(course, cold_runtime):
    with staying(course, cold_runtime) as stays:
        with begin(course) as process:
            wait_for_work(course)
            stays.kill()
            said = process.communicate(timeout=300)[0]
        assert process.returncode == 1
        assert "nbjudge: The process of `nbjudge stay` has ended" in said
        wait_for(lambda: "1 graded" in run_nbjudge(course, "grade", PS, "--student=amy").stdout)


def test_it_ends_when_it_is_told_to_or_has_nothing_to_do(course, cold_runtime):
    assert run_nbjudge(course, "stay", "--stop").stdout == "There was none\n"
    script = "import sys\nfrom nbjudge import cli\nfrom nbjudge import stay\n"
    script += "stay.IDLE = 1\ncli.main(['stay'])"
    subprocess.run([sys.executable, "-c", script], cwd=course, check=True)
    wait_for(lambda: [path.suffix for path in cold_runtime.iterdir()] == [".lock"])
    assert "3 graded" in grade(course)
