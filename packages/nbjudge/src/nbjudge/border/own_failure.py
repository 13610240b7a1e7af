"""Errors of nbjudge itself, which must never cost a student points.

`is_own_failure` tells them from errors of the test and of the submission by the place in the code
that raised them. No name or message counts, because a submission can choose those.
"""

import dis
import traceback
from pathlib import Path
from types import CodeType, TracebackType

PACKAGE = str(Path(__file__).resolve().parents[1])
RAISE = dis.opmap["RAISE_VARARGS"]
# Operations on objects of the test and the submission happen in these modules. An error there,
# such as that of `1 + "a"`, is the objects' own, unless no operation raises its type.
OPERATING = tuple(
    f"{PACKAGE}/{name}.py"
    for name in (
        *("awards", "border/contents", "border/handles", "border/operations", "border/special"),
        *("border/arguments", "border/defaults", "processes/effects", "processes/shell"),
    )
)
OWN_FAILURE = "could not be graded, because nbjudge itself failed"
NO_POINTS = "No points were given or taken"
OF_CODE = (NameError, AssertionError, SystemError)


def is_ours(code: CodeType) -> bool:
    """Return whether a frame's code belongs to nbjudge."""
    return code.co_filename.startswith(PACKAGE)


def is_own_failure(error: BaseException) -> bool:
    """Return whether an error comes from nbjudge's own code, and no `raise` there meant it."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    if innermost is None or not isinstance(error, Exception):
        return False
    if isinstance(error, MemoryError | RecursionError):  # the limits of the sandbox
        return False
    code = innermost.tb_frame.f_code
    if not is_ours(code) or code.co_code[innermost.tb_lasti] == RAISE:
        return False
    return code.co_filename not in OPERATING or isinstance(error, OF_CODE)


def without_own_frames(tb: TracebackType | None) -> TracebackType | None:
    """Return a traceback without the frames of nbjudge, which tell a student nothing."""
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
    """Remove the frames of nbjudge from the exceptions that a traceback shows before this one."""
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
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}, line {place.lineno}"
    return f"{OWN_FAILURE} ({type(error).__name__} in {where}: {error}). {NO_POINTS}"
