"""Files cross between a test cell and the student's code as bounded copies of data, never more."""

import os

import pytest

from nbjudge.border.messages import Outline
from nbjudge.processes.cell_names import read_cell, read_test
from nbjudge.processes.engine import Cell, run_notebook
from nbjudge.processes.files import DATA, MOST, MOST_BYTES, ExchangedFiles
from nbjudge.processes.nursery import Nursery
from nbjudge.sandbox.limits import Limits

IN_PLACE = "def {}(path):\n    with open(path, '{}') as file: file.write('{}')\n"
SAVE = "def save(path, text):\n    with open(path, 'w') as file: file.write(text{})\n"
COUNT = "def count(path):\n    with open(path) as file: return len(file.read().split()){}\n"
WRITE = "with open({!r}, 'w') as file: file.write('a b')\n"
TEMPORARY = "import os, tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    "
# A right answer, a wrong one, a test cell.
CASES = {
    "the test writes": (
        COUNT.format(""),
        COUNT.format(" + 1"),
        WRITE.format("in.txt") + "assert count('in.txt') == 2",
    ),
    "the test writes in a folder of its own": (
        COUNT.format(""),
        COUNT.format(" + 1"),
        TEMPORARY + "path = os.path.join(folder, 'x')\n"
        "    with open(path, 'w') as file: file.write('a b')\n    assert count(path) == 2",
    ),
    "the student's function writes": (
        SAVE.format(""),
        SAVE.format(" + '!'"),
        "save('out.txt', 'x')\nassert open('out.txt').read() == 'x'",
    ),
    "it writes in a folder of the test": (
        SAVE.format(""),
        SAVE.format(" + '!'"),
        TEMPORARY + "from pathlib import Path\n    save(Path(folder) / 'r.json', '[1]')\n"
        "    assert (Path(folder) / 'r.json').read_text() == '[1]'",
    ),
    "a test looks for a picture": (
        "def plot(path): open(path, 'wb').write(b'PNG')",
        "def plot(path): pass",
        "import os\nplot('plot.png')\nassert os.path.exists('plot.png')",
    ),
    "a cell of the notebook wrote it": (
        "open('early.csv', 'w').write('a,b')",
        "open('early.csv', 'w').write('b,a')",
        "assert open('early.csv').read() == 'a,b'",
    ),
    "it appends to a file of the test": (
        IN_PLACE.format("add", "a", " c"),
        IN_PLACE.format("add", "w", " c"),
        WRITE.format("log.txt") + "add('log.txt')\nassert open('log.txt').read() == 'a b c'",
    ),
    "it removes a file of the test": (
        "import os\ndef tidy(path): os.remove(path)",
        "def tidy(path): open(path, 'w').close()",
        WRITE.format("old.txt")
        + "tidy('old.txt')\nimport os\nassert not os.path.exists('old.txt')",
    ),
    "the test removes it": (
        "def has(path):\n    try: return bool(open(path))\n    except OSError: return False",
        "def has(path): return True",
        WRITE.format("a.txt") + "import os\nassert has('a.txt')\nos.remove('a.txt')\n"
        "assert not has('a.txt')",
    ),
}


@pytest.fixture(scope="module")
def nursery():
    nursery = Nursery(["numpy"])
    yield nursery
    nursery.close()


@pytest.fixture
def judge(nursery, tmp_path):
    """Run a solution and test cells beside given.txt; return each test's error, or None."""
    tmp_path.chmod(0o755)

    def judge(solution, *tests):
        for name in ("judge", "student"):
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / "given.txt").write_text("given")
        run = run_notebook(
            cells=[Cell(solution), *(Cell(test, "test") for test in tests)],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(cell_seconds=20, notebook_seconds=120),
            sandboxed=True,
            nursery=nursery,
            outline=Outline((), [read_cell(solution), *(read_cell(t, t) for t in tests)]),
        )
        assert run.failure is None and not run.reason
        errors = [[o for o in outputs if o["output_type"] == "error"] for outputs in run.outputs]
        assert not errors[0]
        return [f"{e[0]['ename']}: {e[0]['evalue']}" if e else None for e in errors[1:]]

    return judge


def in_one_kernel(folder, *cells):
    names, before = {"__name__": "__main__"}, os.getcwd()
    os.chdir(folder)
    try:
        for cell in cells:
            exec(cell, names)
    except Exception as error:
        return error
    finally:
        os.chdir(before)
    return None


@pytest.mark.parametrize("title", CASES)
def test_files_give_the_points_of_one_kernel(judge, tmp_path, title):
    right, wrong, test = CASES[title]
    for answer, passes in ((right, True), (wrong, False)):
        (tmp_path / str(passes)).mkdir()
        assert (in_one_kernel(tmp_path / str(passes), answer, test) is None) == passes
        assert (judge(answer, test) == [None]) == passes


WHO = "import os\nassert sorted(os.listdir('.')) == ['given.txt'], os.listdir('.')"
TRICKS = {
    "modules": "for name in ('a.py', 'b.pyc', 'c.so', 'matplotlibrc', 'pytest.ini', '.x.txt'):\n"
    "    open(name, 'w').close()",
    "links": "import os\nos.symlink('/etc/passwd', 'link.txt')\nos.symlink('/etc', 'etc')",
    "a pipe": "import os\nos.mkfifo('pipe.txt')",
    "bytecode of the cache": "import os\nos.makedirs('__pycache__')\n"
    "open('__pycache__/a.txt', 'w').close()",
    "a large file": f"open('big.txt', 'wb').write(bytes({MOST_BYTES + 1}))",
}


@pytest.mark.parametrize("title", TRICKS)
def test_only_regular_files_of_data_come(judge, title):
    assert judge(TRICKS[title], WHO) == [None]


def test_a_given_file_stays(judge):
    change = "open('given.txt', 'w').write('mine')\ndef go(path):\n    open(path, 'w').write('!')"
    test = "go('given.txt')\nassert open('given.txt').read() == 'given'"
    assert judge(change, test, test) == [None, None]


def test_a_file_of_the_test_changes_only_for_a_call_that_was_passed_it(judge):
    want = "def make(path):\n    for each in (path, 'want.txt'):\n"
    want += "        with open(each, 'w') as file: file.write('same')"
    test = WRITE.format("want.txt") + "make('got.txt')\n"
    test += "assert open('want.txt').read() == open('got.txt').read()"
    assert judge(want, test) == ["AssertionError: "]


def test_what_the_submission_wrote_is_there_for_cells_that_look_at_files_alone(judge):
    early = "open('early.txt', 'w').write('x')"
    seen = "import os\nassert os.path.exists('early.txt')"
    unsafe = "import os, pickle\nassert os.path.exists('early.txt')"
    hidden = "import posix\nassert 'early.txt' in posix.listdir()"
    assert not read_test("assert 1 == 1").files and not read_test(unsafe + "\npickle").files
    assert judge(early, seen, hidden.replace("listdir", "__dict__['list' + 'dir']")) == [
        None,
        "AssertionError: ",
    ]


LOAD = "def read(path):\n    import _pickle\n    with open(path, 'rb') as f: _pickle.load(f)\n"
PICKLES = """
import numpy as np, os, pickle
class Evil:
    def __reduce__(self): return os.mkdir, ("harm",)
with open("evil.dat", "wb") as file: pickle.dump(Evil(), file)
array = np.empty(1, dtype=object)
array[0] = Evil()
try: np.save("evil.npy", array)
finally: os.path.exists("harm") and os.rmdir("harm")
"""


@pytest.mark.parametrize(
    "test",
    [
        LOAD + "read('evil.dat')",
        "import numpy as np\nnp.load('evil.npy', allow_pickle=True)",
        "import numpy as np\nnp.load('evil.npy')",
    ],
)
def test_nothing_that_the_submission_wrote_is_unpickled(judge, test):
    error, harm = judge(PICKLES, test, "import os\nassert not os.path.exists('harm')")
    assert harm is None
    assert "cannot unpickle" in error or "allow_pickle=False" in error


@pytest.mark.parametrize(
    "path",
    [
        "../a.txt",
        "a/../../b.txt",
        "/etc/a.txt",
        "/tmp/../a.txt",
        "./a.txt",
        "a//b.txt",
        "",
        "/",
        "a\0.txt",
        "\ud800.txt",
        "a" * 201 + ".txt",
        "numpy.py",
        "numpy",
        "numpy/__init__.py",
        "__pycache__/a.txt",
        ".ssh/a.txt",
        "a.txt.so",
        "link/a.txt",
        "here.txt",
        "/tmp/tmpa/b.txt",
    ],
)
def test_no_other_name_is_written(tmp_path, monkeypatch, path):
    """The student's process can send any name. Without a sandbox, none is taken below /tmp."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "here.txt").write_text("given")
    (folder / "link").symlink_to(tmp_path)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.addaudithook", lambda hook: None)
    files = ExchangedFiles()
    before = sorted(tmp_path.rglob("*"))
    files.hear([path])
    files.write({path: b"mine", f"{path}/": b"", 3: b"", "a.txt": 3})
    made = {*tmp_path.rglob("*")} - {*before}
    assert all(each.is_dir() and each.parent == folder for each in made)
    assert (folder / "here.txt").read_text() == "given"


def test_number_and_size_are_bounded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.addaudithook", lambda hook: None)  # no hook can be removed
    files = ExchangedFiles()
    for each in ([], None, "x", {"a.txt": "text"}):
        files.write(each)
    assert not list(tmp_path.iterdir())
    files.write({f"{number}.txt": b"x" for number in range(MOST + 5)})
    assert len(list(tmp_path.iterdir())) == MOST
    files.remove()
    assert not list(tmp_path.iterdir())
    files.write({f"{number}.txt": bytes(MOST_BYTES // 2) for number in range(5)})
    assert len(list(tmp_path.iterdir())) == 2
    assert ".py" not in DATA


def test_a_link_of_the_test_leads_nowhere(judge):
    test = "import os\nos.symlink('/tmp', 'sub')\nos.path.exists('x')\ngo()\n"
    test += "assert not os.path.exists('/tmp/x.txt')"
    go = "import os\ndef go():\n    os.makedirs('sub', exist_ok=True)\n    open('sub/x.txt', 'w')"
    assert judge(go, test) == [None]
