"""The student's side: runs cells, and answers the judge's questions about what they left behind.

This module runs in the student's process, where the student's code can change anything. Nothing
here protects the judge; the judge believes no more of it than bytes.
"""

import io
import operator
import os
import pickle
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from ..sandbox.limits import Limits
from . import defaults
from .channel import Channel, ChannelClosed, ProtocolError
from .codec import encode
from .messages import TEXTS, Output, ReplyFrame, Request
from .outputs import beginning, size_of
from .shell import FRAMES, Shell, describe

ITEMS = 256  # of an iteration, sent in one message
OURS = {__file__, pickle.__file__}  # whose frames a student does not see


def main(link: socket.socket, limits: Limits, shell: Shell) -> None:
    """Serve one notebook until the judge closes its end.

    Parameters
    ----------
    link
        The socket to the judge.
    limits
        What the notebook may use.
    shell
        The shell that runs the cells.
    """
    sys.path.insert(0, "")
    os.environ.setdefault("NBGRADER_EXECUTION", "autograde")
    Student(Channel(link, limits.value_bytes), limits, shell).serve()


class Student:
    """What the judge can ask for: run a cell, and do something with the objects it made.

    Parameters
    ----------
    channel
        The channel to the judge.
    limits
        What the notebook may use.
    shell
        The shell that runs the cells.
    """

    def __init__(self, channel: Channel, limits: Limits, shell: Shell):
        self.channel = channel
        self.limits = limits
        self.shell = shell
        # By the number of their handle; kept, so that an id is never used again.
        self.objects: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.shown = 0
        self.busy = False  # with something of the student's that an interrupt should end
        self.sending = self.interrupted = False

    def serve(self) -> None:
        """Answer requests until the judge closes its end."""
        signal.signal(signal.SIGINT, self.interrupt)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file too large is an OSError
        self.shell.redirect(self.emit)
        self.shell.ends_on_exit = False
        while True:
            try:
                request, blob = self.channel.receive()
            except ChannelClosed:
                return
            reply, data = self.answer(request, blob)
            self.shell.flush(self.limits.output_bytes)
            try:
                self.channel.send({"id": request["id"], **reply}, data)
            except ProtocolError as error:
                self.channel.send({"id": request["id"], "error": describe_error(error)})

    def interrupt(self, signum: int, frame: FrameType | None) -> None:
        """The judge's time limit; half a frame would end the conversation, so that it waits."""
        if self.sending:
            self.interrupted = True
        elif self.busy:
            self.busy = False
            raise KeyboardInterrupt

    def answer(self, request: Request, blob: bytes) -> tuple[ReplyFrame, bytes]:
        """One request's reply and its bytes; an exception of the student's is a reply too."""
        self.busy = True
        try:
            if request["op"] == "run":
                self.shell.run(request["text"])
                value: Any = defaults.report()
            else:
                with self.shell.builtin_trap:
                    value = self.shell.in_loop(lambda: self.fetch(request, blob))
            tree, data = encode(value, self.reference)
            if len(data) > self.limits.value_bytes:
                raise ValueError("the value is too large to be judged")
            return {"value": tree}, data
        except BaseException as error:
            return {"error": describe_error(error)}, b""
        finally:
            self.busy = False

    def fetch(self, request: Request, blob: bytes) -> Any:
        """The object that a request is about."""
        if request["op"] == "name":
            name = request["text"]
            if name not in self.shell.user_ns:
                raise NameError(f"name {name!r} is not defined")
            return self.shell.user_ns[name]
        args, kwargs = self.load(blob)
        return OPERATIONS[request["text"]](*args, **kwargs)

    def load(self, blob: bytes) -> Any:
        """Arguments from the judge; a handle among them is the object itself again."""
        unpickler = pickle.Unpickler(io.BytesIO(blob))
        unpickler.persistent_load = self.objects.__getitem__  # type: ignore[method-assign]
        return unpickler.load()

    def emit(self, output: Output) -> None:
        """Send what a cell shows, until the notebook has shown too much."""
        if output["output_type"] != "error":
            left = self.limits.output_bytes - self.shown
            self.shown += size_of(output)
            if left < 0:
                return
            if self.shown > self.limits.output_bytes:
                if output["output_type"] == "stream":
                    self._send_output(beginning(output, left))
                output = {"output_type": "too much"}
        self._send_output(output)

    def _send_output(self, output: Output) -> None:
        self.sending = True
        try:
            self.channel.send({"output": output})
        finally:
            self.sending = False
        if self.interrupted:
            self.interrupted = self.busy = False
            raise KeyboardInterrupt

    def reference(self, item: Any) -> tuple[int, str, bool]:
        """The number, the type's name and the callability of an object that stays here."""
        number = self.numbers.get(id(item))
        if number is None:
            number = self.numbers[id(item)] = len(self.objects)
            self.objects.append(item)
        return number, type(item).__name__, callable(item)


class Iteration:
    """An iterator that is asked for several items at a time.

    Parameters
    ----------
    items
        What is iterated over.
    """

    def __init__(self, items: Any):
        self.items: Iterator[Any] = iter(items)

    def take(self) -> tuple[list[Any], bool]:
        """Up to ``ITEMS`` items, and whether the iteration is over."""
        taken: list[Any] = []
        for item in self.items:
            taken.append(item)
            if len(taken) == ITEMS:
                return taken, False
        return taken, True


def _call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


# What the judge can have done with objects, by the name in a request.
OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": _call,
    "getattr": getattr,
    "getitem": operator.getitem,
    "len": len,
    "iterate": Iteration,
    "take": Iteration.take,
}


def describe_error(error: BaseException) -> list[str]:
    """Name, message and traceback of an exception, as text, without this module's own frames."""
    frames = list(traceback.walk_tb(error.__traceback__))
    ours = [n for n, (frame, _) in enumerate(frames) if frame.f_code.co_filename in OURS]
    frames = frames[ours[-1] + 1 :] if ours else frames
    if len(frames) > sum(FRAMES):
        frames = frames[: FRAMES[0]] + frames[-FRAMES[1] :]
    lines = traceback.StackSummary.extract(frames).format()
    texts = (type(error).__name__, describe(error), "".join(lines))
    return [text[:most] for text, most in zip(texts, TEXTS, strict=True)]
