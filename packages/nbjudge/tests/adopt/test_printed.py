"""`printed.py` runs a student's function or cell, and returns what it prints as plain values."""

import sys
from pathlib import Path

import pytest

from nbisolate import Cell, ForkServer, Limits, Outline, run_notebook
from nbisolate.cells import read_given
from nbjudge.adopt import printed
from nbjudge.adopt.printed import run, run_cell
from nbjudge.cli import main
from nbjudge_testing.small_courses import COURSES, make_course

GIVEN = "from printed import run, run_cell"
RIGHT = (
    """\
# Task 1
n = int(input("n: "))
print("twice", 2 * n)
""",
    """\
def double():
    print(2 * int(input("A number: ")))
""",
)
WRONG = tuple(cell.replace("2 *", "3 *") for cell in RIGHT)
TESTS = [
    'assert run_cell("# Task 1", lines=["7"]).printed == "twice 14\\n"',
    'assert run(double, lines=["4"]) == (None, "8\\n", None)',
    'assert run(double, lines=["four"]).raised == "ValueError"',
]


def ask(times=1):
    lines = [input("a line? ") for _ in range(times)]
    print(*lines, sep="-", end="!")
    return len(lines)


def test_the_text_and_the_lines_of_a_function():
    assert run(ask, 2, lines=["a", 3, "c"]) == (2, "a-3!", None)
    assert run(ask, times=3, lines=["a"]) == (None, "", "EOFError")
    assert run(lambda: sys.stdin.readline(), lines=["a"]).returned == "a\n"
    assert run(sys.exit).raised == "SystemExit"


@pytest.mark.parametrize("errors", [Exception, (ValueError, EOFError)])
def test_a_loop_that_asks_again_ends_when_there_are_no_lines(errors):
    def number():
        while True:
            try:
                return int(input())
            except errors:
                print("no number")

    assert run(number, lines=["one", "2"]) == (2, "no number\n", None)
    assert run(number, lines=["one"]).raised == "EOFError"


def test_a_cell_runs_again_and_changes_no_variable(monkeypatch):
    main_module = type(sys)("__main__")
    cells = ["# Task 1\nx = 0", "# Task 1\nx = x + 1\nprint(x, input())", "run_cell('# Task 1')"]
    vars(main_module).update(In=cells, x=1)
    monkeypatch.setitem(sys.modules, "__main__", main_module)
    for _ in range(2):
        assert run_cell("# Task 1", lines=["y"]).printed == "2 y\n"
    with pytest.raises(LookupError, match="No cell has the line `# Task 2`"):
        run_cell("# Task 2")


@pytest.mark.parametrize(("answer", "points"), [(RIGHT, 3), (WRONG, 1)])
def test_in_nbjudge_the_test_cells_judge_what_is_printed(tmp_path, answer, points):
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "printed.py").write_text(Path(printed.__file__).read_text())
    cells = [Cell(GIVEN), *map(Cell, answer), *(Cell(test, "test") for test in TESTS)]
    given = read_given([(GIVEN, False), *((cell, True) for cell in answer)])
    forkserver = ForkServer()
    try:
        result = run_notebook(
            cells=cells,
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
            outline=Outline(given),
        )
    finally:
        forkserver.close()
    assert result.outputs[-3:].count([]) == points
    assert result.reason is None


def test_init_writes_it_once_and_replaces_no_other_file(tmp_path, monkeypatch, capsys):
    course = make_course(tmp_path / "course", COURSES / "example")
    configuration = (course / "nbgrader_config.py").read_text()
    monkeypatch.chdir(course)
    path = course / "source" / "example" / "printed.py"
    assert main(["init", "--printed", "example"]) == 0
    assert "from printed import run, run_cell" in capsys.readouterr().out
    assert path.read_text() == Path(printed.__file__).read_text()
    assert "nbjudge" not in path.read_text()
    assert (course / "nbgrader_config.py").read_text() == configuration
    assert main(["init", "--printed", "example"]) == 0
    assert "nothing to do" in capsys.readouterr().out
    path.write_text("mine = 1")
    assert main(["init", "--printed", "example"]) == 2
    assert f"{path} exists. Rename it" in capsys.readouterr().err
    assert path.read_text() == "mine = 1"
    assert main(["init", "--printed", "ps9"]) == 2
    assert "Check the assignment name" in capsys.readouterr().err
