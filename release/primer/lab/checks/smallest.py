"""Search the smallest case on which a learner's function is wrong.

Entry points: `search` in a notebook; `first_wrong` when work is graded, called where the answer
runs. Modules of single tasks, such as `small_runs.py`, hold the cases.

A function that hangs is stopped after a number of lines, not after a time, so that what is printed
never differs from run to run, and on any system. A call that runs no line of Python and never
returns, such as `sum(itertools.count())` or `get()` of an empty queue, is not stopped; see
`search`. Nor is a loop that follows a RecursionError that the function has caught, because Python
stops tracing if the stack has no room for the trace function.
"""

import contextlib
import ctypes
import dis
import io
import random
import sys
import threading
from functools import cache, partial

import numpy as np
import torch
from IPython.utils.capture import capture_output

from ..show import NOT_WRITTEN, CheckFailed, graded_or_validated
from ..wording import stable

LONGEST = 20_000  # lines that a function may run in one call
FIRST_LETTERS = 200  # of the message of an error
SEED = 0
# Python removes a trace function that raises an error, so in Python 3.11 this one lets it be raised
# a moment later. It is called with three more arguments, which C ignores. If it were written in
# Python, the error would be raised in it.
SET_ERROR = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, *4 * [ctypes.py_object])(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi)
)


class TooLong(BaseException):
    """Raised in a function that has run LONGEST lines; `except Exception` lets it pass."""


def search(name, answer, cases, watch, mistake, not_tried):
    """Print a sentence on the first case on which an answer is wrong.

    Nothing is searched while a notebook is graded or validated. If the function waits without end,
    as for an empty queue, the learner interrupts the kernel and reads which case was being tried. A
    loop inside C does not react to that, so the kernel has to be restarted.

    Arguments:
        name: the name of the learner's function, as a str.
        answer: the function.
        cases: a list of cases, the smallest first.
        watch, mistake: as in `first_wrong`.
        not_tried: a sentence on what was not tried, for an answer that is right on all cases.

    Returns the case and its record, or None if none is wrong, or if nothing was searched.
    """
    if graded_or_validated():
        print("The smallest case is not searched while a notebook is graded or validated.")
        return None
    begun = []

    def watch_next(function, case):
        __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
        begun.append(case)
        return watch(function, case)

    try:
        wrong = first_wrong(answer, cases, watch_next, mistake)
    except NotImplementedError:
        print(f"{name} is not written yet.")
        return None
    except KeyboardInterrupt:
        print(f"You stopped the search at case {len(begun):,} of {len(cases):,}:")
        print(mistake(begun[-1], f"{name} had not ended."))
        return None
    if wrong is None:
        print(f"{name} is right on all {len(cases):,} cases. {not_tried}")
        return None
    number, record = wrong
    print(f"The smallest case on which {name} is wrong, number {number + 1} of {len(cases):,}:")
    print(mistake(cases[number], record))
    return cases[number], record


def first_wrong(answer, cases, watch, mistake):
    """Return the number of the first case on which an answer is wrong, and its record, or None.

    Arguments:
        answer: the learner's function.
        cases: a list of cases, the smallest first.
        watch: a function of the answer and a case that returns a record, as plain data.
        mistake: a function of a case and a record that returns a sentence on what is wrong, or
            None. Instead of a record, it may get a str on an error, or on a loop without end.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    limited = Limited(answer)
    with unnoticed():
        for number, case in enumerate(cases):
            record = tried(limited, case, watch)
            if mistake(case, record):
                return number, record
    return None


def tried(limited, case, watch):
    """Return what `watched` returns, or a str on a loop without end. Call it inside `unnoticed()`.

    Arguments:
        limited: the answer, as a `Limited`.
        case, watch: as in `first_wrong`.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    try:
        return watched(limited, case, watch)
    except TooLong:
        return f"it ran {LONGEST:,} lines and did not end."


def watched(answer, case, watch):
    """Return `watch(answer, case)`, or a str on an error if there is one.

    What the answer prints is not shown.

    Raises NotImplementedError if the function is not written yet.
    """
    __tracebackhide__ = True
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return watch(answer, case)
    except CheckFailed as failed:
        return str(failed)
    except (KeyboardInterrupt, TooLong):
        raise
    except BaseException as error:  # also SystemExit, which exit() raises
        if str(error).startswith(NOT_WRITTEN):
            raise
        message = stable(" ".join(str(error).split()))
        if len(message) > FIRST_LETTERS:
            message = f"{message[:FIRST_LETTERS]} ..."
        return f"it raises {type(error).__name__}. {message}".rstrip()


@contextlib.contextmanager
def unnoticed():
    """Hide from the notebook what runs inside the `with` block.

    No output is shown. Afterwards, the next random numbers are those that they would have been
    without the block, PyTorch records as before, and it has the same hooks for all modules, even if
    a function was stopped before it could undo a change. Inside the block, the random numbers are
    the same in each run.
    """
    hooks = [
        value
        for name, value in vars(torch.nn.modules.module).items()
        if name.startswith("_global_") and isinstance(value, dict)
    ]
    hooks_before = [dict(each) for each in hooks]
    recording = torch.is_grad_enabled()
    of_python = random.getstate()
    of_torch = torch.get_rng_state()
    of_numpy = np.random.get_state()
    random.seed(SEED)
    # torch.manual_seed also prepares other devices, which takes long.
    torch.default_generator.manual_seed(SEED)
    np.random.seed(SEED)
    try:
        with capture_output():
            yield
    finally:
        random.setstate(of_python)
        torch.set_rng_state(of_torch)
        np.random.set_state(of_numpy)
        torch.set_grad_enabled(recording)
        for each, before in zip(hooks, hooks_before, strict=True):
            each.clear()
            each.update(before)


class Limited:
    """A learner's function that ends after LONGEST lines; it is called as the function is.

    All lines count that run in a call, except those of installed modules and of `lab/`. A call
    raises TooLong after so many, also if the learner's code catches that error, because each of its
    lines then raises it again.
    """

    def __init__(self, function):
        self.function = function
        self.lines = 0
        self.raising = contextlib.ExitStack()
        self.raise_soon = partial(SET_ERROR, threading.get_ident(), TooLong)

    def __call__(self, *arguments):
        __tracebackhide__ = True
        self.lines = 0
        before = sys.gettrace()
        sys.settrace(self.enter)
        try:
            return self.function(*arguments)
        finally:
            sys.settrace(before)  # raises the last error of `raise_soon`, if one is left
            if self.lines > LONGEST:
                self.raising.close()
                raise TooLong

    def enter(self, frame, event, _):
        """Let the lines of a function that begins be counted, if the learner wrote it."""
        if is_installed(frame.f_globals.get("__name__")):
            return None
        if has_tiny_loop(frame.f_code):
            frame.f_trace_opcodes = True
        return self.count

    def count(self, frame, event, _):
        """Count a line. After too many, let each line raise TooLong."""
        if event in ("line", "opcode"):
            self.lines += 1
        if self.lines <= LONGEST:
            return self.count
        if hasattr(sys, "monitoring"):  # since Python 3.12
            self.raising.enter_context(raising_in_each_line())
            raise TooLong
        sys.settrace(self.raise_soon)
        while frame:
            if frame.f_trace == self.count:
                frame.f_trace = self.raise_soon
            frame = frame.f_back
        return self.raise_soon


@contextlib.contextmanager
def raising_in_each_line():
    """Raise TooLong in each line of the learner's code that runs inside the `with` block."""
    tools = sys.monitoring
    thread = threading.get_ident()

    def raise_now(code, line):
        if is_installed(sys._getframe(1).f_globals.get("__name__")):
            return tools.DISABLE
        if threading.get_ident() == thread:
            raise TooLong
        return None

    number = next(number for number in (4, 3, 1, 2) if tools.get_tool(number) is None)
    tools.use_tool_id(number, __name__)
    tools.register_callback(number, tools.events.LINE, raise_now)
    tools.restart_events()
    tools.set_events(number, tools.events.LINE)
    try:
        yield
    finally:
        tools.set_events(number, 0)
        tools.free_tool_id(number)


@cache
def is_installed(module):
    """Return whether a module, by its name, is of Python, installed, or of `lab/`."""
    if not isinstance(module, str) or module == "__main__":
        return False
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top == __name__.partition(".")[0]:
        return True
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return "site-packages" in file or "dist-packages" in file


@cache
def has_tiny_loop(code):
    """Return whether code has a loop of one instruction: `while True: pass`, on one line.

    Python 3.11 traces such a loop as one line that runs once.
    """
    return any(
        step.opname.startswith("JUMP") and step.argval == step.offset
        for step in dis.get_instructions(code)
    )
