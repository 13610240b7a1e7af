"""What an application tells its notebooks' processes: its name, its tag, how it scores stderr."""

import pytest

from nbisolate import Application, Cell, ForkServer, Limits, run_notebook
from nbisolate.processes.engine import PLAIN_ENDED

TUTOR = Application(name="tutor", in_process_tag="run-together", scores_stderr=True)
WARNS = "import sys\nprint('low', file=sys.stderr)"
# A class that decides a comparison, an operator of it, an instance of a class that the test names,
# and a test class that inherits from one.
STUDENT = """
import argparse
class Near:
    def __eq__(self, other): return True
    def __lt__(self, other): return True
    def __hash__(self): return 0
near, made = Near(), argparse.Namespace()
def same(item): return item
"""
UNDECIDED = [
    "assert near == 3",
    "near < 3",
    "from argparse import Namespace\nassert isinstance(made, Namespace)",
    "same(n for n in [1])",
    "class Nearer(Near): pass",
]


@pytest.fixture(params=[TUTOR, Application()], ids=["tutor", "default"])
def application(request):
    return request.param


@pytest.fixture
def run(application, tmp_path):
    """Run cells, each a pair of source and kind, for the application; return the finished run."""
    tmp_path.chmod(0o755)
    forkserver = ForkServer([], application=application)

    def run(*cells):
        return run_notebook(
            cells=[Cell(*cell) for cell in cells],
            support=tmp_path,
            work=tmp_path,
            limits=Limits(cell_seconds=20),
            sandboxed=True,
            forkserver=forkserver,
        )

    yield run
    forkserver.close()


def test_stderr_of_tests_becomes_stdout_only_where_it_would_be_scored(run, application):
    prints = "def warn():\n    import sys\n    print('low', file=sys.stderr)"
    finished = run((prints,), ("warn()", "test"), (WARNS, "test"), (WARNS, "in-process"))
    streams = [[output["name"] for output in outputs] for outputs in finished.outputs[1:]]
    assert streams == [["stdout" if application.scores_stderr else "stderr"]] * 3


def test_messages_name_the_tag_of_the_application(run, application):
    finished = run((STUDENT,), *((test, "test") for test in UNDECIDED))
    for outputs in finished.outputs[1:]:
        (error,) = outputs
        assert error["ename"] == "UndecidedError", error["evalue"]
        assert f"tag this test cell {application.in_process_tag}" in error["evalue"]


def test_a_plain_run_that_ended_is_named_by_the_tag(run, application):
    finished = run(("import os",), ("os._exit(0)", "in-process"))
    assert finished.reason == PLAIN_ENDED.format(application.in_process_tag)
    assert application.in_process_tag in finished.reason


def test_a_failure_is_named_after_the_application(run, application):
    breaks_judge = "import nbisolate.processes.session as own\nown.dumps = None\nf([1])"
    failure = run(("def f(x): return x",), (breaks_judge, "test")).failure
    assert f"because {application.name} itself failed" in failure
    breaks_student = "import nbisolate.processes.student as own\nown.ObjectUnpickler = None\n"
    failure = run((breaks_student + "def f(x): return x",), ("f([1])", "test")).failure
    assert f"reported an error of {application.name}" in failure
