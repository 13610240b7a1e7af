"""Run a student's function, or a cell again, with lines of input, and see what it prints.

Import it in an instructor cell (read-only, without tests): `from printed import run, run_cell`.
"""

import contextlib
import io
import signal
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from unittest import mock

MOST_READS = 100  # without a line left, until a loop that asks again is ended
TOO_FEW_LINES = "input() was called more often than there are lines"


class EndlessLoopError(BaseException):
    """Error that ends such a loop, because `except Exception` does not catch it."""


class Result(NamedTuple):
    """What a call returned, the text that it printed, and the name of the error that it raised."""

    returned: Any
    printed: str
    raised: str | None


def run(
    function: Callable[..., Any], *arguments: Any, lines: Iterable[str] = (), **named: Any
) -> Result:
    r"""Call a function. Each `input()` in it returns one of the lines, and does not print.

    For example, `run(double, lines=["10"]).printed == "20\n"`.
    """
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    reads_left = MOST_READS

    def next_line(question: str = "") -> str:
        nonlocal reads_left
        line = typed.readline()
        if not line:
            reads_left -= 1
            if reads_left < 0:  # a bare `except` has caught the error that ends such a loop
                signal.raise_signal(signal.SIGINT)
            error = EOFError if reads_left > 0 else EndlessLoopError
            raise error(TOO_FEW_LINES)
        return line.rstrip("\n")

    returned = None
    raised = None
    with (
        contextlib.redirect_stdout(io.StringIO()) as printed,
        mock.patch("sys.stdin", typed),
        mock.patch("builtins.input", next_line),
    ):
        try:
            returned = function(*arguments, **named)
        except (Exception, SystemExit) as error:
            raised = type(error).__name__
        except EndlessLoopError:
            raised = "EOFError"
        except KeyboardInterrupt:
            if reads_left >= 0:
                raise
            raise KeyboardInterrupt(TOO_FEW_LINES) from None
    return Result(returned, printed.getvalue(), raised)


def run_cell(line: str, lines: Iterable[str] = ()) -> Result:
    """Run again the last cell that has this line, such as `# Task 1`; see `run`."""
    names = dict(vars(sys.modules["__main__"]))
    cells = [cell for cell in names["In"] if line in cell.splitlines()]
    if not cells:
        raise LookupError(f"No cell has the line `{line}`. Leave it in your answer.")
    return run(exec, compile(cells[-1], "<cell>", "exec"), names, lines=lines)
