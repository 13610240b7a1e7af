"""A file that a submission writes stays in its own process: no test cell reads it."""

import textwrap

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits

PATHS = ("out.txt", "data/out.csv", "given.txt", "/tmp/out.txt", "/dev/shm/out.txt")
SUBMISSION = f"""
import os
os.makedirs("data")
def write(path):
    with open(path, "w") as file:
        file.write("mine")
    return os.path.abspath(path)
places = list(map(write, {PATHS}))
def read(path):
    with open(path) as file:
        return file.read()
"""
SEE = """
import os
def see(path):
    if not os.path.exists(path):
        return None
    with open(path) as file:
        return file.read()
"""
WRITTEN_BEFORE = f"""
for path, place in zip({PATHS}, places):
    given = "given" if path == "given.txt" else None
    assert see(path) == see(place) == given, path
"""
WRITTEN_BY_A_CALL = f"""
for path in {PATHS}:
    given = "given" if path == "given.txt" else None
    assert see(write(path)) == see(path) == given, path
"""
OWN = """
with open("own.txt", "w") as file:
    file.write("of the test")
write("own.txt")
assert see("own.txt") == "of the test"
"""


def test_no_file_of_a_submission_reaches_the_judge(tmp_path):
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "given.txt").write_text("given")
    written = f"assert all(read(path) == 'mine' for path in {PATHS})"
    forkserver = ForkServer(())
    run = run_notebook(
        cells=[
            Cell(SUBMISSION),
            *(Cell(test, "test") for test in (SEE + WRITTEN_BEFORE, WRITTEN_BY_A_CALL, OWN)),
            Cell(written, "test"),
        ],
        support=tmp_path / "judge",
        work=tmp_path / "student",
        limits=Limits(),
        sandboxed=True,
        forkserver=forkserver,
    )
    forkserver.close()
    assert run.outputs == [[]] * 5


# For each way of reading: the file, the lines that write it at `path`, and those that read it.
WAYS = {
    "open": ("answer.txt", "open(path, 'w').write('mine')", "open(path).read()"),
    "import": (
        "answer.py",
        "open(path, 'w').write('x = 1')",
        "sys.modules.pop('answer', None)\n"
        "sys.path.insert(0, os.path.dirname(path))\n"
        "importlib.invalidate_caches()\n"
        "import answer",
    ),
    "exec": ("lines.py", "open(path, 'w').write('x = 1')", "runpy.run_path(path)"),
    "pickle": (
        "answer.pkl",
        "pickle.dump([1], open(path, 'wb'))",
        "pickle.load(open(path, 'rb'))",
    ),
    "numpy.load": (
        "answer.npy",
        "numpy.save(path, [None], allow_pickle=True)",
        "numpy.load(path, allow_pickle=True)",
    ),
    "numpy.loadtxt": (
        "answer.csv",
        "open(path, 'w').write('1,2')",
        "numpy.loadtxt(path, delimiter=',')",
    ),
    "pandas": ("table.csv", "open(path, 'w').write('a,b')", "pandas.read_csv(path)"),
    "json": ("answer.json", "open(path, 'w').write('[1]')", "json.load(open(path))"),
}
IMPORTS = "import importlib, json, os, pickle, runpy, sys, tempfile\nimport numpy, pandas\n"


def function(name, lines):
    """Return the source of a function of `path` with these lines."""
    return f"def {name}(path):\n{textwrap.indent(lines, '    ')}\n"


def finds(name, lines):
    """Return the source of a function that says whether these lines find a file at `path`."""
    tries = f"try:\n{textwrap.indent(lines, '    ')}\n"
    tries += "except (FileNotFoundError, ModuleNotFoundError):\n    return False\nreturn True"
    return IMPORTS + function(name, tries)


def run_in_folders(folder, *cells):
    """Run cells with the files of `folder`: those of judge/ and of student/."""
    folder.chmod(0o755)
    for name in ("judge", "student"):
        (folder / name).mkdir(exist_ok=True)
    forkserver = ForkServer(("numpy", "pandas"))
    try:
        return run_notebook(
            cells=cells,
            support=folder / "judge",
            work=folder / "student",
            limits=Limits(memory_mb=2000),
            sandboxed=True,
            forkserver=forkserver,
        ).outputs
    finally:
        forkserver.close()


def test_no_way_of_reading_finds_what_a_submission_wrote(tmp_path):
    """Next to the notebook, in /tmp and in /dev/shm; before the test cell and in a call of it."""
    cells = []
    for name, write, read in WAYS.values():
        write = f"os.makedirs(os.path.dirname(path) or '.', exist_ok=True)\n{write}"
        answer = finds("found", read) + function("write", write)
        before = [f"/home/student/before/{name}", f"/tmp/before/{name}", f"/dev/shm/{name}"]
        for path in before:
            answer += f"\nwrite({path!r})"
        test = (
            f"for path in {before}:\n"
            "    assert found(path) and not finds(path), path\n"
            "for folder in (tempfile.mkdtemp(), os.getcwd(), '/dev/shm/later'):\n"
            f"    path = os.path.join(folder, 'made', {name!r})\n"
            "    write(path)\n"
            "    assert found(path) and not finds(path), path\n"
        )
        cells += [Cell(answer), Cell(finds("finds", read) + test, "test")]
    assert run_in_folders(tmp_path, *cells) == [[]] * (2 * len(WAYS))


def test_what_was_submitted_next_to_the_notebook_does_not_reach_the_judge(tmp_path):
    (tmp_path / "student").mkdir()
    cells = []
    for name, write, read in WAYS.values():
        path = str(tmp_path / "student" / name)
        exec(IMPORTS + function("write", write) + f"write({path!r})", {})
        test = f"path = os.path.abspath({name!r})\nassert found(path) and not finds(path), path"
        cells += [Cell(finds("found", read)), Cell(finds("finds", read) + test, "test")]
    assert run_in_folders(tmp_path, *cells) == [[]] * (2 * len(WAYS))
