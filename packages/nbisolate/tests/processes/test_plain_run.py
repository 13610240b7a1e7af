"""In-process test cells get their outputs from a plain run: the whole notebook, in one process."""

import pytest

from nbisolate.processes.engine import PLAIN_ENDED, Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.result import Stop
from nbisolate.sandbox.limits import Limits

STUDENT = """
def squares(n): return [i * i for i in range(n)]
def total(n): return sum(squares(n))
"""


@pytest.fixture(scope="module")
def forkserver():
    forkserver = ForkServer(["torch"])
    yield forkserver
    forkserver.close()


@pytest.fixture
def run(forkserver, tmp_path):
    """Run cells, given as source or as a pair of source and kind; return the finished run."""
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()
    (tmp_path / "student" / "towns.csv").write_text("Bonn,Ulm")

    def run(*cells, **options):
        return run_notebook(
            cells=[Cell(*cell) if isinstance(cell, tuple) else Cell(cell) for cell in cells],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=2),
            sandboxed=True,
            forkserver=forkserver,
            **options,
        )

    return run


@pytest.fixture
def texts(run):
    """Run cells; return the outputs as text."""

    def texts(*cells, **options):
        finished = run(*cells, **options)
        assert finished.reason is None
        return [[text_of(output) for output in outputs] for outputs in finished.outputs]

    return texts


def text_of(output):
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    return output.get("text") or output["data"]["text/plain"]


def in_process(source):
    return source, "in-process"


def test(source):
    return source, "test"


test.__test__ = False


def test_what_an_in_process_cell_changes_is_seen_by_in_process_cells_and_by_no_other(texts):
    deletes = """
del squares
try:
    total(3)
except NameError:
    pass
else:
    raise AssertionError
total = None
"""
    found = texts(
        STUDENT,
        in_process(deletes),
        test("assert total(3) == 5"),
        "print(total(3))",
        in_process("assert total is None"),
    )
    assert found == [[], [], [], ["5\n"], []]


def test_what_an_in_process_cell_shows_is_its_score(texts):
    found = texts(
        STUDENT,
        in_process("print('before')\nassert total(3) == 6, 'not the sum'"),
        in_process("2.5"),
        in_process("import os\nsize = os.write(1, b'raw')"),
        "1",
    )
    assert found == [[], ["before\n", "AssertionError: not the sum"], ["2.5"], ["raw"], ["1"]]


def test_an_in_process_cell_that_fails_or_hangs_has_failed(texts):
    found = texts(
        STUDENT,
        in_process("while True: pass"),
        in_process("("),
        in_process("get_ipython().showtraceback = lambda *a, **k: None\nassert False"),
        in_process("assert total(3) == 5"),
    )
    assert found[1][-1] == "Stopped: This cell was stopped: stopped after 2 s."
    assert found[2][0].startswith(("SyntaxError", "_IncompleteInputError"))  # the latter since 3.13
    assert found[3] == ["Error: This cell failed with an error that cannot be shown."]
    assert found[4] == []


def test_an_in_process_cell_that_ends_its_process_takes_points_of_in_process_cells_alone(run):
    finished = run(
        STUDENT,
        in_process("import os\nos._exit(0)"),
        in_process("assert total(3) == 5"),
        test("assert total(3) == 5"),
    )
    texts = [[text_of(output) for output in outputs] for outputs in finished.outputs]
    ended = "the notebook's process ended (exit code 0)"
    assert texts[1:] == [
        [f"Stopped: This cell was stopped: {ended}."],
        [f"NotRun: This cell was not run: {ended}."],
        [],
    ]
    assert finished.reason == PLAIN_ENDED.format(
        "in-process"
    )  # without the exit code, which students would read
    assert [cell.stop for cell in finished.cells] == [None, Stop.ENDED, None, None]
    assert finished.measured.stopped is Stop.ENDED


def test_judged_cells_take_no_part_unless_an_in_process_cell_needs_them(texts):
    cells = (
        STUDENT,
        test("secret = 5"),
        in_process("assert 'secret' not in globals()"),
        in_process("assert secret == total(3)"),
        test("assert secret == 5"),
    )
    lacks = ["NameError: name 'secret' is not defined"]
    assert texts(*cells) == [[], [], [], lacks, []]
    assert texts(*cells, with_all_tests=True) == [[], [], ["AssertionError: "], [], []]


def test_points_of_a_judged_cell_never_come_from_the_plain_run(run):
    """There the submission reads the cell, and can make it pass."""
    forges = """
def total(n): return Same()
class Same:
    def __eq__(self, other): return True
    def __hash__(self): return 0
"""
    check = "assert total(3) == 5"
    finished = run(forges, test(check), in_process(check), with_all_tests=True)
    judged, together = ([text_of(each) for each in outputs] for outputs in finished.outputs[1:])
    assert judged[0].startswith("UndecidedError") and together == []


def test_the_two_runs_have_folders_of_their_own(texts):
    writes = """
from pathlib import Path
seen = sorted(each.name for each in Path().iterdir())
Path('note.txt').write_text('hidden')
Path('/tmp/note.txt').write_text('hidden')
seen
"""
    looks = "from pathlib import Path\n(Path('note.txt').exists(), Path('/tmp/note.txt').exists())"
    found = texts(writes, in_process("assert seen == ['towns.csv']"), test("assert True"), looks)
    assert found == [["['towns.csv']"], [], [], ["(True, True)"]]


@pytest.mark.attack
def test_what_a_submission_reads_of_an_in_process_cell_does_not_reach_a_judged_cell(texts):
    """Its `==` reads the test off the frame above, and its next cell asks `/tmp` for it."""
    spies = """
import sys
class Spy:
    def __eq__(self, other):
        with open('/tmp/seen', 'w') as file:
            file.write(str(sys._getframe(1).f_globals['expected']))
        return True
"""
    shown = in_process("expected = 7041\nassert Spy() == expected")
    reads = """
from pathlib import Path
seen = Path('/tmp/seen')
answer = int(seen.read_text()) if seen.exists() else None
"""
    hidden = "assert answer == 7041"
    assert texts(spies, shown, reads, in_process(hidden)) == [[], [], [], []]
    assert texts(spies, shown, reads, test(hidden)) == [[], [], [], ["AssertionError: "]]


def test_torch_may_have_used_threads(texts):
    """A fork would wait without end for threads that only its parent has."""
    learns = """
import torch
torch.set_num_threads(4)
w = torch.ones(300, 300, requires_grad=True)
(w @ w).sum().backward()
"""
    checks = "(w @ w).sum().backward()\nassert w.grad[0, 0] == 1200.0"
    assert texts(learns, in_process(checks)) == [[], []]
