"""A file that a submission writes stays in its own process: no test cell reads it."""

from nbjudge.processes.engine import Cell, run_notebook
from nbjudge.processes.nursery import Nursery
from nbjudge.sandbox.limits import Limits

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
    nursery = Nursery(())
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
        nursery=nursery,
    )
    nursery.close()
    assert run.outputs == [[]] * 5
