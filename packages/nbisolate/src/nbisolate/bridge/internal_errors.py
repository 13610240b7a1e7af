"""Errors of this package itself, which must never cost a student points.

`is_own_failure` tells them from errors of the test and of the submission by the place in the code
that raised them. No name or message counts, because a submission can choose those.
"""

import dis
import traceback
from pathlib import Path
from types import CodeType, TracebackType

from ..application import current

PACKAGE = str(Path(__file__).resolve().parents[1])  # begins the path of each of our files
RAISE = dis.opmap["RAISE_VARARGS"]
# Operations on objects of the test and the submission happen in these modules and functions. An
# error there, such as that of `1 + "a"`, is the objects' own, unless no operation raises its type.
# The same is true of the files `Application.operating`.
OPERATING = {f"{PACKAGE}/{name}.py" for name in ("bridge/operations", "processes/shell")}
FUNCTIONS = {
    (f"{PACKAGE}/bridge/proxies.py", "Remote.__setattr__"),
    (f"{PACKAGE}/bridge/proxies.py", "RemoteError.__format__"),
    (f"{PACKAGE}/bridge/special_methods.py", "applied"),
    (f"{PACKAGE}/bridge/special_methods.py", "equals"),
}
OWN_FAILURE = "could not be graded, because {} itself failed"
# The process of a submission can send any bytes, so nobody can tell a true report from a false one.
REPORTED = "could not be graded: its process reported an error of {}, which students can fake"
# Results of an earlier run may have counted until now, so this says nothing of points.
NO_RESULTS = "None of its results count"
OF_CODE = (NameError, AssertionError, SystemError)


def is_ours(code: CodeType) -> bool:
    """Return whether a frame's code belongs to this package, or to the application's."""
    return code.co_filename.startswith((PACKAGE, current().folder))


def is_own_failure(error: BaseException) -> bool:
    """Return whether an error comes from our own code, and no `raise` there meant it."""
    frames = _each(error.__traceback__)
    if not frames or not isinstance(error, Exception):
        return False
    if isinstance(error, MemoryError | RecursionError):  # the limits of the sandbox
        return False
    innermost = frames[-1]
    code = innermost.tb_frame.f_code
    if not is_ours(code) or code.co_code[innermost.tb_lasti] == RAISE:
        return False
    file = code.co_filename
    operates = file in OPERATING or file in current().operating_files
    operates = operates or (file, code.co_qualname) in FUNCTIONS
    return not operates or isinstance(error, OF_CODE)


def is_raised_in(error: BaseException, folder: str) -> bool:
    """Return whether an error was raised by our code in a folder, such as "bridge/codec"."""
    frames = _each(error.__traceback__)
    return bool(frames) and frames[-1].tb_frame.f_code.co_filename.startswith(f"{PACKAGE}/{folder}")


def without_own_frames(tb: TracebackType | None) -> TracebackType | None:
    """Return a traceback without our own frames, which tell a student nothing."""
    frames = [
        (frame.tb_frame, frame.tb_lasti, frame.tb_lineno)
        for frame in _each(tb)
        if not is_ours(frame.tb_frame.f_code)
    ]
    short = None
    for frame in reversed(frames):
        short = TracebackType(short, *frame)
    return short


def hide_own_frames(error: BaseException | None) -> None:
    """Remove our own frames from the exceptions that a traceback shows before this one."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        error = error.__cause__ or error.__context__
        if error is not None:
            error.__traceback__ = without_own_frames(error.__traceback__)


def _each(tb: TracebackType | None) -> list[TracebackType]:
    found = []
    while tb is not None:
        found.append(tb)
        tb = tb.tb_next
    return found


def sentence(error: BaseException) -> str:
    """Return the reason that a person reads, without a full stop."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}, line {frame.lineno}"
    own_failure = OWN_FAILURE.format(current().name)
    return f"{own_failure} ({type(error).__name__} in {where}: {error}). {NO_RESULTS}"
