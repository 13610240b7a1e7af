"""Submissions that try to cheat, steal, harm or hang earn nothing, and cost nobody else anything.

Every file under attacks/ is one submission: what a student writes into the solution cell after
wrong answers, or, under attacks/smuggling/, what is done to the notebook and to the files beside
it. Its first line says what it tries. All are graded by real `nbgrader autograde` in a small course
that has honest students too, first and last.

Attacks run inside the sandbox only, and are bounded should it fail.
"""

import ast
import fcntl
import hashlib
import json
import os
import pty
import re
import runpy
import shutil
import socket
import subprocess
import sys
import termios
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook, MissingEntry

from nbisolate import Cell, ForkServer, Limits, run_notebook
from nbisolate_testing.users import USERS
from nbjudge_testing import courses
from nbjudge_testing.commands import run_nbgrader, run_nbjudge

pytestmark = pytest.mark.attack

ATTACKS = Path(__file__).parent / "attacks"
FILES = {
    f"{path.parent.name}/{path.stem}": path
    for path in sorted(ATTACKS.glob("*/*.py"))
    if path.parent.name != "torch"
}
COURSES = 3  # graded at the same time, because most attacks only wait
MEMORY_MB = 300
# What the kernel allows to its root even without capabilities: no limit on processes. Where root
# grades, submissions have another user id.
OF_ROOT = {"harm/processes_without_end"}
# nbgrader itself refuses these, before a line of them is run: no score at all.
REFUSED = {
    "smuggling/test_cells_as_solutions",
    "smuggling/test_cells_unlocked",
    "smuggling/test_ids_twice",
    "smuggling/unknown_grade_cell",
    "smuggling/pipe_beside",
    "smuggling/file_for_package",
    "smuggling/folder_for_module",
    "smuggling/metadata_of_other_types",
    "smuggling/cell_of_20_megabytes",
}
SILENT = {"smuggling/solution_as_test"}  # its solution cell is overwritten
LAST = "the last cell ran"
TOKEN = f"token-{uuid.uuid4().hex[:8]}"  # begins every secret
HONEST = """
def total(numbers):
    return sum(numbers)

def mean(numbers):
    return sum(numbers) / len(numbers)

class Opened:
    value = 7
    def __init__(self, items):
        self.items = items
    def __len__(self):
        return len(self.items)
    def __getitem__(self, index):
        return self.items[index]
    def __iter__(self):
        return iter(self.items)

def make_box(items):
    return Opened(items)
"""
WRONG = """
import sys
print("the attack begins", flush=True)

def total(numbers):
    return 0

def mean(numbers):
    return 0.0

class Wrong:
    value = 0
    def __len__(self):
        return 0

def make_box(items):
    return Wrong()
"""
TESTS = {
    "test-total-shown": (
        2,
        "result = total([1, 2])\nassert result == 3, f'total([1, 2]) should be 3, not {result}'",
    ),
    "test-total": (
        4,
        """assert total([5]) == 5
### BEGIN HIDDEN TESTS
hidden = "SECRET-hidden-tests"
assert total([20, 22]) == 42, f"not the sum: {total([20, 22])}"
def expected(numbers):
    return sum(numbers)
def same(first, second):
    return first == second
### END HIDDEN TESTS""",
    ),
    "test-mean": (
        4,
        """import math
### BEGIN HIDDEN TESTS
value = mean([2.0, 5.0])
assert value == 3.5, f"not the mean: {value}"
assert math.isclose(mean([1.0, 2.0]), 1.5), "not the mean"
### END HIDDEN TESTS""",
    ),
    "test-helper": (
        3,
        """### BEGIN HIDDEN TESTS
assert same(expected([mean([4.0])]), 4.0), "the helpers say no"
### END HIDDEN TESTS""",
    ),
    "test-package": (
        3,
        """### BEGIN HIDDEN TESTS
assert agree(total([40, 2]), 42), "the package says no"
### END HIDDEN TESTS""",
    ),
    "test-box": (
        5,
        """from collections import Counter
box = make_box([3, 4])
assert len(box) == 2
assert box[1] == 4
assert box.value == 7
assert Counter(list(box)) == Counter([3, 4])
### BEGIN HIDDEN TESTS
assert same(expected(list(make_box([40, 2]))), 42)
### END HIDDEN TESTS""",
    ),
}
# A package beside the notebook, which a test cell uses.
PACKAGE = {
    "shop/__init__.py": b"",
    "shop/prices.py": b"""
from .words import SAME
def agree(a, b):
    return type(a) is int and SAME(a, b)
""",
    "shop/words.py": b"import operator\nSAME = operator.eq\n",
}
FULL = sum(points for points, _ in TESTS.values())
STOCK = """
from nbgrader.converters.autograde import Autograde
c.Autograde.autograde_preprocessors = Autograde.autograde_preprocessors.default()
"""


def make_course(folder):
    """A generated course of one assignment with one notebook, which is in the gradebook."""
    answers = f"### BEGIN SOLUTION{HONEST}### END SOLUTION"
    tests = [
        courses.cell(name, source.replace("SECRET", TOKEN), points=points, grade=True, locked=True)
        for name, (points, source) in TESTS.items()
    ]
    essay = courses.cell("essay", "'graded by hand'", points=3, grade=True, solution=True)
    sheet = courses.notebook(
        [
            new_markdown_cell("A sheet."),
            courses.cell("answers", answers, solution=True),
            new_code_cell("from shop.prices import agree"),
            *tests,
            essay,
            new_code_cell(f"print({LAST!r})"),
        ]
    )
    config = courses.JUDGE_CONFIG.format(root=str(folder), add_missing=True, memory=MEMORY_MB)
    return courses.make_course(folder, "sheet", {"sheet": sheet}, config, PACKAGE)


def hand_in(course, student, answer, path=None, fill=str):
    """Write a submission: `answer` in the solution cell, then what the attack `path` does."""
    folder = course / "submitted" / student / "sheet"
    folder.mkdir(parents=True)
    notebook = nbformat.read(course / "release" / "sheet" / "sheet.ipynb", as_version=4)
    notebook.cells[1].source = answer
    if path is not None:
        shutil.copy(ATTACKS / "tools.py", folder)
        if path.parent.name == "smuggling":
            sys.path.insert(0, str(ATTACKS))
            module = runpy.run_path(str(path), {"__name__": "attack"})
            module["hand_in"](notebook, folder)
            sys.path.remove(str(ATTACKS))
            for file in folder.iterdir():
                if file.is_symlink():
                    target = fill(os.readlink(file))
                    file.unlink()
                    file.symlink_to(target)
                elif file.suffix == ".py":
                    file.write_text(fill(file.read_text()))
        else:
            notebook.cells[1].source += fill(path.read_text())
    nbformat.write(notebook, folder / "sheet.ipynb")


@dataclass
class Surroundings:
    """What attacks aim at outside the sandbox: a file, a process and three listening sockets."""

    folder: Path
    connections: list = field(default_factory=list)

    def __enter__(self):
        self.name = f"nbjudge-{uuid.uuid4().hex}"
        self.mark = self.folder / "mark"
        self.home_secret = self.folder / "home" / "secret.txt"
        self.home_secret.parent.mkdir()
        self.home_secret.write_text(f"{TOKEN}-home")
        self.victim = subprocess.Popen(["sleep", "600"])
        self.listeners = [
            socket.create_server(("127.0.0.1", 0)),
            socket.socket(socket.AF_UNIX),
            socket.socket(socket.AF_UNIX),
        ]
        self.port = self.listeners[0].getsockname()[1]
        self.listeners[1].bind(f"\0{self.name}")
        self.listeners[2].bind(str(self.folder / "socket"))
        for listener in self.listeners:
            listener.listen()
            threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return self

    def _accept(self, listener):
        try:
            self.connections.append(listener.accept()[1])
        except OSError:
            pass  # it was closed

    def fill(self, course):
        """A function that puts into an attack's text what it aims at in this course."""
        values = {
            "__COURSE__": course,
            "__HOME_SECRET__": self.home_secret,
            "__MARK__": self.mark,
            "__PID__": self.victim.pid,
            "__PORT__": self.port,
            "__NAME__": self.name,
            "__SOCKET__": self.folder / "socket",
        }

        def fill(text):
            for key, value in values.items():
                text = text.replace(key, str(value))
            return text

        return fill

    def __exit__(self, *error):
        self.victim.kill()
        self.victim.wait()
        for listener in self.listeners:
            listener.close()


@dataclass
class Graded:
    """The class after grading.

    Attributes
    ----------
        places: the course and the student of every attack.
        before, after: checksums of what grading must leave as it is, by course.
        logs: what nbgrader printed, by course.
        processes: command lines of processes that the attacks left behind.
        outside: the surroundings, still there.
    """

    places: dict
    before: dict
    after: dict
    logs: dict
    processes: list
    outside: Surroundings


def scores(course, student):
    """Nbgrader's automatic scores by grade cell; empty if nbgrader keeps none."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        try:
            notebook = gradebook.find_submission_notebook("sheet", "sheet", student)
        except MissingEntry:
            return {}
        return {grade.name: grade.auto_score for grade in notebook.grades}


def autograded(course, student):
    """The autograded notebook, or None if there is none."""
    path = course / "autograded" / student / "sheet" / "sheet.ipynb"
    return nbformat.read(path, as_version=4) if path.exists() else None


def shown(notebook):
    """All outputs of a notebook as one text."""
    return "\n".join(json.dumps(cell.outputs) for cell in notebook.cells if "outputs" in cell)


def fingerprint(course):
    """Checksums of what grading must leave as it is."""
    files = [course / "nbgrader_config.py"]
    for folder in ("source", "release", "submitted"):
        files += sorted((course / folder).rglob("*"))
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """The course of attacks, generated; copy it with `copy_of`."""
    return make_course(tmp_path_factory.mktemp("attacks") / "template")


def copy_of(template, folder):
    shutil.copytree(template, folder)
    config = folder / "nbgrader_config.py"
    config.write_text(config.read_text().replace(str(template), str(folder)))
    return folder


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(name, marks=() if number == 0 else pytest.mark.soak)
        for number, name in enumerate(USERS)
    ],
)
def graded(template, tmp_path_factory, request):
    """Grade attacks, in a few courses at the same time; in `make soak` as other users too.

    Only the attacks that the tests of this run look at are submitted.
    """
    folder = tmp_path_factory.mktemp("attacked")
    looking = [item for item in request.session.items if "graded" in item.fixturenames]
    called = (getattr(item, "callspec", None) for item in looking)
    attacks = {call.params.get("name") if call else None for call in called}
    names = sorted(FILES if None in attacks else attacks)
    with Surroundings(folder) as outside, pytest.MonkeyPatch.context() as patch:
        # The second is in the environment of a server that JupyterHub has started.
        for variable in ("SECRET_OF_THE_GRADER", "JUPYTERHUB_API_TOKEN"):
            patch.setenv(variable, f"{TOKEN}-environment")
        count = min(COURSES, len(names))
        courses = [copy_of(template, folder / f"course{number}") for number in range(count)]
        places = {}
        for number, name in enumerate(names):
            course, student = courses[number % count], f"m-{name.replace('/', '-')}"
            places[name] = course, student
            hand_in(course, student, WRONG, FILES[name], outside.fill(course))
        for course in courses:
            hand_in(course, "ada", f"{HONEST}\n# {TOKEN}-neighbor")
            hand_in(course, "zoe", HONEST)
        before = {course: fingerprint(course) for course in courses}
        with ThreadPoolExecutor(count) as pool:
            grading = pool.map(autograde, courses, [USERS[request.param]] * count)
            logs = dict(zip(courses, grading, strict=True))
        after = {course: fingerprint(course) for course in courses}
        lines = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
        left = [line for line in lines if outside.name in line or str(folder) in " ".join(line)]
        yield Graded(places, before, after, logs, left, outside)


def autograde(course, before=()):
    return run_nbgrader(course, "autograde", "sheet", check=False, before=before).stdout


by_attack = pytest.mark.parametrize("name", sorted(FILES))


@by_attack
def test_attack_says_what_it_tries(name):
    said = ast.get_docstring(ast.parse(FILES[name].read_text()))
    assert said and said.splitlines()[0].endswith(".")


@by_attack
def test_attack_earns_nothing(graded, name):
    course, student = graded.places[name]
    earned = scores(course, student)
    if name in REFUSED:
        assert not any(earned.values())
        return
    assert {test: earned[test] for test in TESTS} == dict.fromkeys(TESTS, 0)
    assert not earned["essay"]


def test_what_lies_in_the_place_of_the_package_costs_an_honest_student_nothing(template, tmp_path):
    course = copy_of(template, tmp_path / "course")
    names = ["package_beside", "module_for_package", "file_for_package", "folder_for_module"]
    for name in names:
        hand_in(course, name, HONEST, FILES[f"smuggling/{name}"])
    finished = run_nbjudge(course, "grade", "sheet")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    for name in names:
        earned = scores(course, name)
        assert {test: earned[test] for test in TESTS} == {t: p for t, (p, _) in TESTS.items()}


@by_attack
def test_attack_leaves_a_notebook_to_open(graded, name):
    notebook = autograded(*graded.places[name])
    if name in REFUSED:
        assert notebook is None
        return
    nbformat.validate(notebook)
    # The first entry of a traceback is a test cell's: feedback would show it.
    assert 0 not in notebook.metadata.nbjudge.submission.values()
    assert len(shown(notebook)) < 5_000_000
    assert "the attack begins" in shown(notebook) or name in SILENT
    errors = [o for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "error"]
    for error in errors:
        if error.ename in ("NotRun", "Stopped"):
            assert error.evalue.strip(), "no sentence on why"
    record = notebook.metadata.nbjudge
    undecided = any(error.ename == "UndecidedError" for error in errors)
    assert bool(record.reason) == (bool(record.measured.stopped) or undecided)
    if (reason := record.reason) and not undecided:
        # One that ended after its last cell has no cell left to say so.
        if LAST not in shown(notebook):
            assert any(reason in error.evalue for error in errors), reason


@by_attack
def test_attack_learns_nothing(graded, name):
    notebook = autograded(*graded.places[name])
    if notebook is not None:
        assert TOKEN not in shown(notebook)


@by_attack
def test_attack_does_no_harm(graded, name, request):
    if "[user-" in request.node.name and os.getuid() == 0 and name in OF_ROOT:
        pytest.skip("In root's user namespace the kernel still counts and asks as for root.")
    notebook = autograded(*graded.places[name])
    if notebook is None:
        return
    text = shown(notebook)
    assert "DONE:" not in text, text
    source = FILES[name].read_text()
    if "attempt(" in source:
        assert text.count("refused:") >= source.count("attempt("), text
    course, student = graded.places[name]
    ran = rf"Ran {re.escape(student)} sheet sheet: [\d.]+ s, (\S+) MB"
    (peak,) = re.findall(ran, graded.logs[course])
    if peak == "None":  # the judge has ended, and nobody heard the supervisor
        assert notebook.metadata.nbjudge.measured.stopped == "judge"
    else:
        assert float(peak) < 3 * MEMORY_MB


def test_the_rest_of_the_class_is_graded(graded):
    for course in graded.before:
        for student in ("ada", "zoe"):
            earned = scores(course, student)
            assert sum(earned[test] for test in TESTS) == FULL, graded.logs[course]
            assert LAST in shown(autograded(course, student))


def test_nothing_outside_has_changed(graded):
    assert graded.before == graded.after
    assert not graded.outside.mark.exists()
    assert graded.outside.victim.poll() is None


def test_no_process_is_left(graded):
    assert graded.processes == []


def test_nobody_was_called(graded):
    assert graded.outside.connections == []


def test_nbjudge_grade_gives_nothing_for_smuggling(template, tmp_path):
    """What nbgrader refuses altogether, `nbjudge grade` repairs first: it must earn nothing."""
    course = copy_of(template, tmp_path / "course")
    names = [name for name in sorted(FILES) if name.startswith("smuggling/")]
    with Surroundings(tmp_path) as outside:
        for name in names:
            hand_in(course, Path(name).name, WRONG, FILES[name], outside.fill(course))
        hand_in(course, "zoe", HONEST)
        finished = subprocess.run(
            [sys.executable, "-m", "nbjudge", "grade", "sheet"],
            cwd=course,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert outside.connections == [] and not outside.mark.exists()
    for name in names:
        assert not any(scores(course, Path(name).name).values()), name
        assert TOKEN not in shown(autograded(course, Path(name).name)), name
    earned = scores(course, "zoe")
    assert sum(earned[test] for test in TESTS) == FULL, finished.stdout


def test_stock_nbgrader_falls_for_it(template, tmp_path):
    """A few classics, harmless, to show that these attacks are attacks."""
    course = copy_of(template, tmp_path / "stock")
    with (course / "nbgrader_config.py").open("a") as config:
        config.write(STOCK)
    classics = {
        "asserts_dropped": FULL,
        "cells_emptied": FULL,
        "partial_credit_displayed": 8,
        "result_forged_on_iopub": 10,
    }
    for name in classics:
        hand_in(course, name, WRONG, ATTACKS / "tampering" / f"{name}.py")
    log = autograde(course)
    earned = {name: scores(course, name) for name in classics}
    points = {name: sum(earned[name].get(test) or 0 for test in TESTS) for name in classics}
    assert points == classics, log


TORCH = sorted((ATTACKS / "torch").glob("*.py"))
TORCH_WRONG = """
import torch
def double(x):
    return torch.zeros(3)
def draw():
    return None
"""
TORCH_TESTS = [
    """import torch
result = double(torch.ones(3))
assert type(result) is torch.Tensor and torch.equal(result, torch.tensor([2.0, 2.0, 2.0]))""",
    """import torch
assert (double(torch.ones(3)) == 2).all()""",
    """import torch
result = double(torch.ones(3))
assert isinstance(result, torch.Tensor), f"{type(result).__name__} is no tensor"
assert result.shape == (3,)
assert torch.isclose(result.to(torch.float64), torch.full((3,), 2.0, dtype=torch.float64)).all()""",
    """dot = draw()
assert sum("->" in line for line in dot.body) == 2""",
]


@pytest.fixture(scope="module")
def torch_forkserver():
    forkserver = ForkServer(["torch", "graphviz"])
    yield forkserver
    forkserver.close()


@pytest.mark.torch
@pytest.mark.parametrize("path", TORCH, ids=lambda path: path.stem)
def test_attack_on_torch_and_graphviz_earns_nothing(path, torch_forkserver, tmp_path):
    outputs = run(TORCH_WRONG + path.read_text(), TORCH_TESTS, torch_forkserver, tmp_path)
    assert [output["output_type"] for output in outputs[0]] == []
    for test in outputs[1:]:
        assert test[-1]["output_type"] == "error", test
        assert test[-1]["ename"] != "NotRun", "the judge has ended"


@pytest.mark.torch
def test_right_answers_on_torch_and_graphviz_pass(torch_forkserver, tmp_path):
    right = """
import graphviz
def double(x):
    return 2 * x
def draw():
    dot = graphviz.Digraph()
    dot.edges(["ab", "bc"])
    return dot
"""
    assert run(right, TORCH_TESTS, torch_forkserver, tmp_path) == [[]] * (1 + len(TORCH_TESTS))


def run(answer, tests, forkserver, folder):
    """The outputs of a solution cell and of the test cells after it."""
    for name in ("judge", "student"):
        (folder / name).mkdir()
    folder.chmod(0o755)
    finished = run_notebook(
        cells=[Cell(answer), *(Cell(test, "test") for test in tests)],
        support=folder / "judge",
        work=folder / "student",
        limits=Limits(cell_seconds=10),
        sandboxed=True,
        forkserver=forkserver,
    )
    return finished.outputs


IN_A_TERMINAL = """
import os, pathlib, sys, tempfile
from nbisolate import Cell, ForkServer, Limits, run_notebook
os.close(os.open("/dev/tty", os.O_RDWR))
print("the grader has a terminal")
source = "import os\\nprint(os.getpgrp() == os.getpid())\\nos.open('/dev/tty', os.O_RDWR)"
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    folder.chmod(0o755)
    forkserver = ForkServer()
    places = {"support": folder, "work": folder, "forkserver": forkserver}
    run = run_notebook(cells=[Cell(source)], limits=Limits(), sandboxed=True, **places)
    print(run.outputs)
    forkserver.close()
"""


def test_a_submission_has_no_terminal_to_type_into():
    _, terminal = pty.openpty()
    finished = subprocess.run(
        [sys.executable, "-c", IN_A_TERMINAL],
        stdin=terminal,
        capture_output=True,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    assert "the grader has a terminal" in finished.stdout, finished.stderr
    assert "'text': 'True" in finished.stdout
    assert "No such device or address: '/dev/tty'" in finished.stdout
