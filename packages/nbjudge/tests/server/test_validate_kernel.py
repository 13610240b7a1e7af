"""Validate without what Linux alone has, as a student on Windows or macOS has it.

The walks in tests/browser/test_validate.py press the button on Linux.
"""

import json
import subprocess
import sys

import nbformat
import pytest
from bs4 import BeautifulSoup

from nbjudge.server.validate.kernel import DIED
from nbjudge.server.validate.verdict import IN_A_KERNEL, NOT_RUN, STOPPED
from nbjudge_testing import courses, sample_course

# What Windows has not, and what is of Linux alone. nbgrader and Jupyter are loaded before it is
# gone: they have their own ways there.
ELSEWHERE = """
import asyncio, json, os, pathlib, signal, socket, sys, types
import nbconvert, nbformat, psutil
from nbclient import NotebookClient
from nbgrader.apps import NbGrader
from nbgrader.server_extensions.validate_assignment import handlers
from traitlets.config import PyFileConfigLoader

for name in ("fcntl", "resource", "termios", "pwd", "grp", "pty", "tty"):
    sys.modules[name] = None
del os.memfd_create, os.sched_getaffinity, signal.pthread_sigmask
del signal.SIGXCPU, signal.SIGXFSZ, signal.SIGUSR1

from nbjudge.server.validate import kernel
from nbjudge.server.validate import handlers as server
from nbjudge.server.validate.runs import Validating

kernel.SECONDS = 3
# The course's configuration is read there too.
config = PyFileConfigLoader("nbgrader_config.py", path=".").load_config()
assert server.asks_for_nbjudge(config)
for platform in ("darwin", "win32"):
    server.sys = types.SimpleNamespace(platform=platform)
    assert server.make_forkserver(NbGrader().config) is None
validating = Validating(None, pathlib.Path())
asyncio.run(validating.warm(pathlib.Path("nothing.ipynb")))
for path in sys.argv[1:]:
    print("ANSWER", json.dumps(asyncio.run(validating.validate(pathlib.Path(path)))))
"""
MISSING = "NameError: name 'double' is not defined"
DEAF = """\
def double(x):
    while True:
        try:
            while True:
                pass
        except KeyboardInterrupt:
            pass
"""
ANSWERS = {
    "right": "def double(x):\n    return 2 * x",
    "wrong": "def double(x):\n    return x",
    "endless": "while True:\n    pass",
    "deaf": DEAF,
    "dead": "def double(x):\n    import os\n    os._exit(1)",
}


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory):
    """The paths of a notebook for each answer, with two checks."""
    folder = tmp_path_factory.mktemp("validate")
    test = 'assert double(1) == 2, "Twice 1 is 2."'
    paths = []
    for name, answer in ANSWERS.items():
        cells = [
            courses.cell("double", answer, solution=True),
            courses.cell("test-double", test, points=2, grade=True, locked=True),
            courses.cell("test-again", test, points=2, grade=True, locked=True),
        ]
        paths.append(folder / f"{name}.ipynb")
        nbformat.write(courses.notebook(cells), paths[-1])
    return paths


def run_elsewhere(*notebooks):
    finished = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *map(str, notebooks)],
        cwd=sample_course.FOLDER,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def test_what_validate_imports_is_there_on_other_systems(tmp_path):
    (line,) = run_elsewhere(tmp_path / "none.ipynb")
    assert '"success": false' in line


@pytest.mark.soak
def test_a_kernel_runs_the_notebook_where_there_is_no_warm_process(notebooks):
    lines = [line for line in run_elsewhere(*notebooks) if line.startswith("ANSWER ")]
    answers = [json.loads(line.removeprefix("ANSWER ")) for line in lines]
    assert [answer["success"] for answer in answers] == [True] * len(ANSWERS), answers
    said = {}
    for name, answer in zip(ANSWERS, answers, strict=True):
        page = BeautifulSoup(answer["nbjudge"]["html"], "html.parser")
        assert IN_A_KERNEL in page.text
        said[name] = (
            answer["nbjudge"]["label"],
            [line.text for line in page.select(".nbjudge-message")],
        )
    incomplete = "Not there yet."
    assert said == {
        "right": ("Validated. 2 passed", []),
        # Two checks that fail for one reason share its sentence.
        "wrong": (f"{incomplete} 2 failed", ["Twice 1 is 2."]),
        "endless": (f"{incomplete} 1 stopped by an error, 2 failed", [STOPPED, MISSING]),
        "deaf": (f"{incomplete} 2 failed", [STOPPED]),
        "dead": (f"{incomplete} 2 failed", [DIED, NOT_RUN]),
    }
