"""A command in a fork is the command: its folder, environment, outputs and exit code."""

import os
import resource
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from nbgrader.dbutil import _temp_alembic_ini

from nbjudge_testing import forks

SAYS = """
import atexit, os, sys
atexit.register(print, "at the end")
print(os.getcwd(), sys.path[0], sys.argv[1:], __name__)
print(os.environ.get("ONLY_HERE"), sys.stdin.read())
print("and errors", file=sys.stderr)
assert sys.argv[0] == __file__
raise SystemExit(int(sys.argv[-1]))
"""
FAILS = "def fail():\n    raise KeyError('lost')\nfail()"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "says.py").write_text(SAYS)
    (tmp_path / "fails.py").write_text(FAILS)
    return tmp_path


def really(folder, *arguments):
    """The same command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("arguments", [("says", "a b", "3"), ("says", "0"), ("nbjudge", "grade")])
def test_a_fork_says_and_returns_what_a_process_does(folder, monkeypatch, arguments):
    monkeypatch.setenv("ONLY_HERE", "yes")
    expected = really(folder, *arguments)
    got = forks.run(*arguments[:1], arguments[1:], folder, merged=False)
    assert vars(got) == vars(expected)


def test_an_error_that_nobody_catches_is_a_traceback_and_code_1(folder):
    finished = forks.run("fails", [], folder, merged=True)
    assert finished.returncode == 1 and finished.stderr is None
    assert finished.stdout.endswith("    raise KeyError('lost')\nKeyError: 'lost'\n")


def test_what_python_reads_when_it_starts_counts(folder, monkeypatch):
    (folder / "elsewhere").mkdir()
    (folder / "says.py").rename(folder / "elsewhere" / "says.py")
    assert "No module named says" in forks.run("says", ["0"], folder, merged=True).stdout
    monkeypatch.setenv("PYTHONPATH", str(folder / "elsewhere"))
    assert forks.run("says", ["0"], folder, merged=True).returncode == 0


def test_commands_run_at_the_same_time(folder):
    (folder / "meets.py").write_text(
        "import os, sys, time\n"
        "open(sys.argv[1], 'w').close()\n"
        "while len([n for n in os.listdir() if n.isdigit()]) < 4: time.sleep(0.01)\n"
        "print(sys.argv[1])"
    )
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda n: forks.run("meets", [str(n)], folder, merged=True), range(4)))
    assert [finished.stdout for finished in done] == ["0\n", "1\n", "2\n", "3\n"]


def test_the_commands_that_are_installed_are_the_same(tmp_path):
    for name in ("nbjudge", "nbgrader"):
        program = shutil.which(name)
        finished = subprocess.run([program, "--help"], capture_output=True, text=True, check=True)
        usage = forks.run(name, ["--help"], tmp_path, merged=True).stdout
        assert finished.stdout.splitlines()[-3:] == usage.splitlines()[-3:]


def test_no_process_is_left_and_the_seconds_of_all_are_counted(folder):
    (folder / "works.py").write_text(
        "import os, time\nprint(os.getpid())\nwhile time.process_time() < 0.3: pass"
    )
    forks.close()
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    pids = [int(forks.run("works", [], folder, merged=True).stdout) for _ in range(3)]
    (server,) = (server.process.pid for server in forks._servers)
    forks.close()
    assert not any(map(psutil.pid_exists, [server, *pids]))
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before > 0.9


def test_the_version_of_the_tables_is_that_of_nbgrader():
    with _temp_alembic_ini("sqlite://") as ini:
        program = os.path.join(os.path.dirname(sys.executable), "alembic")
        heads = subprocess.run([program, "-c", ini, "heads"], capture_output=True, text=True)
    assert heads.stdout.split() == [forks.alembic_version(), "(head)"]
