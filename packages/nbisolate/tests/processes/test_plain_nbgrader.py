"""A right answer gets here what it gets in one ordinary kernel.

Each case is a notebook: cells that begin with ``# test`` are test cells. It is run by nbclient, as
plain nbgrader does, and by the judge; the same test cells must pass in both.
"""

import json

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

INLINE = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\ndef three(): return 3"
COROUTINE = "import asyncio\nasync def three(): return 3\n"
ALL_PASS = {
    "pictures in the notebook": [f"%matplotlib inline\n{INLINE}", "# test\nassert three() == 3"],
    "pictures without a word": [f"{INLINE}\nplt.show()", "# test\nassert three() == 3"],
    "pylab": ["%pylab inline\nx = array([1, 2])\nplot(x)", "# test\nassert x.sum() == 3"],
    "magics of a kernel": ["%autosave 0\nx = 1", "# test\nassert x == 1"],
    "the end of the kernel is asked for": ["x = 1\nexit()\ny = 2", "# test\nassert x + y == 3"],
    "warnings are errors": [
        "import warnings\nwarnings.simplefilter('error')\nimport numpy as np\nimport torch\n"
        "def same(x): return x",
        "# test\nimport numpy as np\nimport torch\nassert (same(np.ones(3)) == 1).all()\n"
        "assert torch.equal(same(torch.ones(0)), torch.ones(0))\n"
        "assert torch.equal(same(torch.ones(2)), torch.ones(2))",
    ],
    "an event loop": [
        f"{COROUTINE}loop = asyncio.get_event_loop()\ntask = loop.create_task(three())",
        "x = await task\ny = await three()",
        "def running(): return asyncio.get_event_loop() is loop and loop.is_running()",
        "def again():\n    waiting = three()\n"
        "    try:\n        loop.run_until_complete(waiting)\n"
        "    except RuntimeError as error:\n        waiting.close()\n        return str(error)",
        "# test\nassert x == y == 3 and running()\n"
        "assert again() == 'This event loop is already running' and running()",
        "z = await three()",
        "# test\nassert z == 3",
    ],
    "an error after the answer": [
        "def three(): return 3\n1 / 0",
        "def four(): return 4\nraise SystemExit",
        "def five(): return 5\nbytearray(10**15)",
        "def six(): return 6\ninput()",
        "# test\nassert three() + four() + five() + six() == 18",
    ],
}


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["torch"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def judge(forkserver, tmp_path):
    """Run a case in two processes; return for each test cell whether it passed, and all outputs."""
    tmp_path.chmod(0o755)

    def judge(sources, **limits):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
        run = run_notebook(
            cells=[Cell(text, "test" if is_test(text) else "student") for text in sources],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(**limits),
            sandboxed=True,
            forkserver=forkserver,
        )
        return passed(sources, run.outputs), run.outputs

    return judge


def is_test(source):
    return source.startswith("# test")


def passed(sources, outputs):
    return [
        all(output["output_type"] != "error" for output in shown)
        for source, shown in zip(sources, outputs, strict=True)
        if is_test(source)
    ]


def stock(sources):
    """Run a case in one kernel; return for each test cell whether it passed."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    NotebookClient(notebook, timeout=300, allow_errors=True, kernel_name="python3").execute()
    return passed(sources, [cell.outputs for cell in notebook.cells])


def by_name(cases):
    """The names of cases as parameters; those that use torch are marked."""
    torch = {True: pytest.mark.torch, False: ()}
    return [pytest.param(name, marks=torch["torch" in cases[name][0]]) for name in cases]


@pytest.mark.parametrize("name", by_name(ALL_PASS))
def test_right_answers_pass_here_and_in_one_kernel(name, judge):
    points, outputs = judge(ALL_PASS[name])
    assert all(points), outputs
    assert stock(ALL_PASS[name]) == points


COMPILED = [
    "import torch\n@torch.compile\ndef twice(x): return 2 * x",
    "# test\nimport torch\nassert torch.equal(twice(torch.ones(3)), 2 * torch.ones(3))",
]


@pytest.mark.torch
def test_a_compiled_function_answers_in_time(judge):
    points, outputs = judge(COMPILED, cell_seconds=10)
    assert points == [True], outputs


@pytest.mark.torch
@pytest.mark.soak
def test_a_compiled_function_passes_in_one_kernel():
    assert stock(COMPILED) == [True]


def test_pictures_are_shown(judge):
    for name in ("pictures in the notebook", "pictures without a word"):
        _, outputs = judge(ALL_PASS[name])
        assert "image/png" in outputs[0][-1]["data"]


@pytest.mark.parametrize("end", ["while True: pass", "def f(n): return f(n + 1)\nf(0)"])
def test_a_cell_without_end_keeps_what_it_did_before(judge, end):
    endless = [f"def three(): return 3\n{end}", "# test\nassert three() == 3"]
    points, outputs = judge(endless, cell_seconds=3)
    assert points == [True], outputs


RAW = """
import gc
from nbisolate.processes.student import Student
channel = next(thing for thing in gc.get_objects() if isinstance(thing, Student)).channel
for number in range(400):
    for kind in ("stream", "error", "display_data"):
        text = "x" * 10_000
        channel.send({"output": {"output_type": kind, "name": "stdout", "text": text,
            "ename": "E", "evalue": text, "traceback": [text], "data": {"text/plain": text}}})
"""


def test_frames_of_ones_own_show_no_more_than_the_limit(judge):
    _, outputs = judge([RAW, RAW, "print('next')"], output_bytes=100_000)
    assert 50_000 < len(json.dumps(outputs[0])) < 110_000
    assert outputs[0][-1]["text"] == "(Output truncated: this notebook wrote more than 0.1 MB.)\n"
    assert len(str(outputs[1:])) < 5_000
