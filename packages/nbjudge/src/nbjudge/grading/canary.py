"""A small notebook that is run before a class is graded, to check that its processes can talk.

Values, a callback and an exception are passed between the two processes of a notebook, in the
course's own environment. If one of them did not arrive, every student would lose points.
"""

from pathlib import Path

from nbisolate import Cell, ForkServer, NotebookRun, run_notebook, temporary_folder

from ..errors import RunStoppedError
from ..files.text import one_line
from ..plugins.execute import JudgeExecute
from ..runner import for_instructors

SUBMISSION = """\
def value(x):
    return x

def call(function):
    return function(2)

def fail():
    raise ValueError("canary")
"""
TESTS = (
    "assert value(1) == 1 and value([1.5, 'a', {2: None}]) == [1.5, 'a', {2: None}]",
    "assert call(lambda x: x + 1) == 3",
    """\
try:
    fail()
except ValueError as error:
    assert str(error) == "canary"
else:
    raise AssertionError("no exception has arrived")""",
)
CELLS = [Cell(SUBMISSION, "student"), *(Cell(test, "test") for test in TESTS)]
_passed: set[tuple[bool, tuple[str, ...]]] = set()  # in this process


def try_bridge(execute: JudgeExecute, forkserver: ForkServer) -> None:
    """Run the canary notebook, at most once in this process for each sandbox and list of modules.

    Raises `RunStoppedError` if the canary does not pass.
    """
    key = (bool(execute.sandbox), tuple(execute.preload))
    if key in _passed:
        return
    with temporary_folder("nbjudge-canary-") as folder:
        support = Path(folder, "judge")
        work = Path(folder, "student")
        for directory in (support, work):
            directory.mkdir()
            directory.chmod(0o755)  # whatever the umask: the sandbox has a user id of its own
        with for_instructors():
            run = run_notebook(
                cells=CELLS,
                support=support,
                work=work,
                limits=execute.limits(),
                sandboxed=execute.sandbox,
                forkserver=forkserver,
                tests=TESTS,
            )
    if (why := _why_not(run)) is not None:
        raise RunStoppedError(
            "Nothing was graded, because correct answers would lose points here: a small notebook "
            f"that must pass its tests failed ({one_line(why)}). Install versions of Python and "
            "of the packages that nbjudge supports"
        )
    _passed.add(key)


def _why_not(run: NotebookRun) -> str | None:
    if run.failure or run.reason:
        return run.failure or run.reason
    for outputs in run.outputs:
        for output in outputs:
            if output["output_type"] == "error":
                return f"{output['ename']}: {output['evalue']}"
    return None
