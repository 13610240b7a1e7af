"""The interrupt that ends a student's code, and a standard input that uses it.

A beginner's loop asks until it gets a number, and catches every exception meanwhile:

    while True:
        try:
            n = int(input())
            break
        except:
            print("no number")

An ordinary ``KeyboardInterrupt`` would be caught there too, and the loop would go on.
"""

import _thread
import functools
import io
import signal
import threading
from collections.abc import Callable
from typing import BinaryIO

# The signal that comes after an interrupt was caught. Other code has no use for it.
AGAIN = signal.SIGRTMAX
# Reads of the ended input by one cell, or one call of a test, before it is interrupted. Other code
# than a loop without end asks for less.
MOST_READS = 100


class Interrupt(KeyboardInterrupt):
    """An interrupt that comes again if code catches it and goes on."""

    # Called when nothing refers to the exception any more, thus at the end of the `except` block
    # that has caught it. It has to be a function in C: Python handles the signal before the next
    # step of Python code, which is then outside of that `try`. A frame of our own would meet it.
    __del__ = staticmethod(functools.partial(_thread.interrupt_main, AGAIN))


class EndlessInput(Interrupt):
    """The interrupt of code that reads the ended input again and again."""

    def __init__(self) -> None:
        super().__init__(
            f"EOF when reading a line, {MOST_READS} times: nobody answers input() here"
        )


# What a student reads.
for kind, name in ((Interrupt, "KeyboardInterrupt"), (EndlessInput, "EOFError")):
    kind.__name__ = kind.__qualname__ = name
    kind.__module__ = "builtins"


class Keyboard(io.TextIOWrapper):
    """A standard input at which nobody types, in place of ``sys.stdin``.

    `give_up` is called at a read of the end for which `reads_left` are no more; it raises.
    """

    def __init__(self, stdin: BinaryIO, give_up: Callable[[], None]):
        super().__init__(stdin, encoding="utf-8")
        self._give_up = give_up
        self.reads_left = MOST_READS

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        """Return "" as at the end of a file, of which ``input()`` makes an ``EOFError``."""
        line = super().readline(size)
        # A thread can outlive the cell that has started it, and the interrupt is the main thread's,
        # which runs another one meanwhile.
        if not line and threading.current_thread() is threading.main_thread():
            self.reads_left -= 1
            if self.reads_left < 0:
                self._give_up()
        return line
