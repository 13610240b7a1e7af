"""The files that a test cell's call passes through, which `docs/contributing.md` draws."""

import re

from nbisolate.processes.engine import Cell, run_notebook
from nbisolate.processes.forkserver import ForkServer
from nbisolate.sandbox.limits import Limits
from nbisolate_testing.paths import ROOT

# In the judge from the call until a reply is awaited, in the student's process from the next
# request on: the files of nbisolate whose functions are called.
WATCH = """
import sys
seen = {}
def watch(frame, event, argument):
    file, name = frame.f_code.co_filename, frame.f_code.co_name
    if event == "call" and name == WAITS:
        sys.setprofile(None)
    elif event == "call" and "/nbisolate/" in file:
        seen.setdefault(file.rpartition("/nbisolate/")[2])
"""
STUDENT = f"""{WATCH}
WAITS = ""
def sort(items):
    sys.setprofile(None)
    print(*seen)
    items.sort()
def begin():
    sys.setprofile(wait)
def wait(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "receive":
        sys.setprofile(watch)
"""
TEST = f"""{WATCH}
WAITS = "receive"
function, numbers = sort, [2, 1]
begin()
sys.setprofile(watch)
function(numbers)
print(*seen)
assert numbers == [1, 2]
"""


def test_the_page_draws_the_files_that_a_call_passes(tmp_path):
    tmp_path.chmod(0o755)
    for name in ("judge", "student"):
        (tmp_path / name).mkdir()
    forkserver = ForkServer()
    try:
        run = run_notebook(
            cells=[Cell(STUDENT), Cell(TEST, "test")],
            support=tmp_path / "judge",
            work=tmp_path / "student",
            limits=Limits(),
            sandboxed=True,
            forkserver=forkserver,
        )
    finally:
        forkserver.close()
    there, here = "".join(each["text"] for each in run.outputs[1]).splitlines()
    passed = list(dict.fromkeys([*here.split(), *there.split()]))
    page = (ROOT / "docs" / "contributing.md").read_text()
    drawing = re.search(r"## How a call travels\n.*?```text\n(.*?)```", page, re.S)[1]
    assert set(re.findall(r"[a-z_]+/[a-z_]+\.py", drawing)) == set(passed)
