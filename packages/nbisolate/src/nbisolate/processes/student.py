"""The student's process: runs the student's cells, and serves the judge's requests.

This module runs where the student's code can change anything. Nothing here protects the judge,
which treats all that this process sends as untrusted bytes.
"""

import json
import marshal
import pickle
import signal
import socket
import sys
import traceback
from collections import ChainMap
from collections.abc import Mapping
from types import FrameType, FunctionType
from typing import Any

from ..bridge.arguments import ObjectUnpickler, complete
from ..bridge.channel import Channel, ChannelClosedError, ProtocolError
from ..bridge.codec import encode
from ..bridge.codec.objects import PLAIN_ONLY
from ..bridge.internal_errors import is_ours, is_own_failure
from ..bridge.messages import TEXTS, Output, ReplyFrame, Request
from ..bridge.mutation import content, refill
from ..bridge.operations import describe_class, operate
from ..bridge.outputs import beginning, size_of
from ..sandbox.limits import Limits
from .helper_modules import HelperNamespace
from .interrupts import AGAIN, MOST_READS, EndlessInput, Interrupt, Keyboard
from .shell import FRAMES, Shell, describe


def main(link: socket.socket, limits: Limits, shell: Shell) -> None:
    """Serve one notebook until the judge closes its end of `link`."""
    sys.path.insert(0, "")
    Student(Channel(link, limits.value_bytes), limits, shell).serve()


class Student:
    """A server for the judge's requests: run a cell, look up a name, operate on an object."""

    def __init__(self, channel: Channel, limits: Limits, shell: Shell):
        self.channel = channel
        self.limits = limits
        self.shell = shell
        # By the number of their handle. They are kept alive, because `numbers` goes by ``id``, and
        # Python can give the id of a collected object to another one.
        self.objects: list[Any] = []
        self.numbers: dict[int, int] = {}
        self.described: set[int] = set()
        self.kept = HelperNamespace()
        # Functions and classes that the judge has looked up, by the kind of request and the name.
        self.looked_up: dict[tuple[str, str], Any] = {}
        self.late = dict[str, Any]()  # variables of test cells, for functions that use them
        self.shown = 0
        self.busy = False  # True while code of the student's runs, which an interrupt should end
        # What ends the student's code that runs, from the first interrupt until it has ended.
        self.interrupt: type[Interrupt] | None = None
        self.sending = self.put_off = False
        self.keyboard = Keyboard(sys.stdin.buffer, self.end_input)

    def serve(self) -> None:
        """Answer requests until the judge closes its end."""
        signal.signal(signal.SIGINT, self.handle_interrupt)
        signal.signal(AGAIN, self.handle_interrupt)
        sys.stdin = self.keyboard
        # Then writing past the limit on a file's size raises OSError instead of ending the process.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        self.shell.redirect(self.emit)
        self.shell.ends_on_exit = False
        while True:
            try:
                request, blob = self.channel.receive()
            except ChannelClosedError:
                return
            known = set(self.described)
            reply, data = self.answer(request, blob)
            self.shell.flush(self.limits.output_bytes)
            head = {"id": request["id"], **self.changed()}
            try:
                self.channel.send({**head, **reply}, data)
            except ProtocolError as error:  # the reply is too large, and was not sent
                self.described = known
                self.channel.send({**head, "error": self.failure(error)})

    def handle_interrupt(self, signum: int, frame: FrameType | None) -> None:
        """Handle SIGINT, by which the judge ends code that takes too long, and `AGAIN`.

        While a frame is being sent, the interrupt is put off until the end of the frame: half a
        frame would make the rest of the session unreadable.
        """
        if not self.busy:
            return
        if signum == signal.SIGINT:
            self.interrupt = Interrupt
        elif self.interrupt is None or _is_shown(frame):
            # An earlier cell's, or one whose cell has ended: nothing has caught it and gone on.
            return
        if self.sending:
            self.put_off = True
        else:
            raise self.interrupt

    def end_input(self) -> None:
        """Interrupt code that reads the ended input without end."""
        self.interrupt = EndlessInput
        raise EndlessInput

    def answer(self, request: Request, blob: bytes) -> tuple[ReplyFrame, bytes]:
        """Serve one request; return the reply and its bytes.

        An exception of the student's code is a reply too.
        """
        self.interrupt = None
        self.keyboard.reads_left = MOST_READS
        self.busy = True
        known = set(self.described)
        try:
            value: Any = None
            if request["op"] == "run":
                value = self.shell.run(request["text"]).success
            elif request["op"] in ("name", "kept"):
                key = request["op"], request["text"]
                value = self.lookup(key[1], self._names(key[0]))
                self.looked_up.pop(key, None)
                if issubclass(type(value), FunctionType | type):
                    self.looked_up[key] = value
            elif request["op"] == "set":
                value = self.set(request["text"], self.load(blob))
            elif request["op"] == "keep":
                with self.shell.builtin_trap:
                    files, statements = json.loads(request["text"])
                    self.kept.keep(files, statements, marshal.loads(blob))
            else:
                with self.shell.builtin_trap:
                    value = self.shell.in_loop(lambda: self.apply(request["text"], blob))
            tree, data = encode(value, self)
            if len(data) > self.limits.value_bytes:
                raise ValueError("the value is too large to be sent to a test cell")
            return {"value": tree}, data
        except BaseException as error:
            self.busy = False  # first: a signal raises nothing from here on
            # Classes described in a value that is not sent are not known to the judge.
            self.described = known
            own = is_own_failure(error)  # before `failure` releases the frames
            reply: ReplyFrame = {"error": self.failure(error)}
            if own:
                reply["own"] = True
            return reply, b""
        finally:
            self.busy = False

    def lookup(self, name: str, names: Mapping[str, Any]) -> Any:
        """Return the object that a name is bound to in the notebook, or by an import that is kept.

        Raise `NameError` if the name is not bound.
        """
        if name not in names:
            raise NameError(f"name {name!r} is not defined")
        return names[name]

    def changed(self) -> dict[str, list[str]]:
        """Return the part of a frame with the names that are bound to something else now.

        A name is reported until the judge looks it up again: this frame might never be sent.
        """
        changed = [
            name
            for (op, name), item in self.looked_up.items()
            if self._names(op).get(name) is not item
        ]
        return {"changed": changed} if changed else {}

    def _names(self, op: str) -> Mapping[str, Any]:
        return self.kept if op == "kept" else self.shell.user_ns

    def set(self, name: str, value: Any) -> Any:
        """Change a variable of the notebook as a test cell has, in place if possible; return it."""
        old = self.lookup(name, self.shell.user_ns)
        same = type(old) is type(value) and refill(old, content(value))
        self.shell.user_ns[name] = old if same else value
        return self.shell.user_ns[name]

    def apply(self, operation: str, blob: bytes) -> Any:
        """Apply an operation to the judge's pickled arguments; return its result."""
        args, kwargs, late = self.load(blob)
        self.late |= late
        complete(ChainMap(self.late, self.shell.user_ns))
        opens = operation in ("call", "call_for_effect", "getattr")
        concerned = self.kept and opens and self.kept.concerns(args[0])
        if concerned:
            self.kept.check()
        result = operate(operation, *args, **kwargs)
        if concerned:
            self.kept.check()  # a function of the submission that the helper called can change it
        return result

    def load(self, blob: bytes) -> Any:
        """Unpickle arguments from the judge, with the objects themselves in place of handles."""
        return ObjectUnpickler(blob, self.objects).load()

    def emit(self, output: Output) -> None:
        """Send an output of a cell, until the notebook has shown too much.

        Errors are sent in any case: they say why a cell ended.
        """
        if output["output_type"] != "error":
            left = self.limits.output_bytes - self.shown
            self.shown += size_of(output)
            if left < 0:
                return
            if self.shown > self.limits.output_bytes:
                if output["output_type"] == "stream":
                    self._send(beginning(output, left))
                output = {"output_type": "too much"}
        self._send(output)

    def _send(self, output: Output) -> None:
        self.sending = True
        try:
            self.channel.send({"output": output})
        finally:
            self.sending = False
        if self.put_off:
            self.put_off = False
            if self.interrupt is not None:
                raise self.interrupt

    def number(self, item: Any) -> int:
        """Return the number of an object that stays here, always the same for the same object."""
        number = self.numbers.get(id(item))
        if number is None:
            number = self.numbers[id(item)] = len(self.objects)
            self.objects.append(item)
        return number

    def is_new(self, number: int) -> bool:
        """Return True if a class was not described to the judge yet, and note that it is now."""
        new = number not in self.described
        self.described.add(number)
        return new

    def describe(self, kind: type) -> tuple[str, str, list[str], str]:
        """Return the description of a class for the judge; see `operations.describe_class`."""
        return describe_class(kind)

    def failure(self, error: BaseException) -> list[Any]:
        """Return an exception as a reply has it: three texts, a handle and its args."""
        texts: list[Any] = describe_error(error)
        args = plain_args(error)
        try:
            # The exception is kept for its handle. Without this, its frames would keep all their
            # variables alive.
            error.__traceback__ = error.__context__ = None
            return [*texts, encode(error, self)[0], args]
        except Exception:  # the student's class can define anything, and raise from anywhere
            return [*texts, None, None]


def _is_shown(frame: FrameType | None) -> bool:
    """Return True if the code of a frame shows the exception with which a cell has ended."""
    while frame is not None and frame.f_code is not Shell.showtraceback.__code__:
        frame = frame.f_back
    return frame is not None


def plain_args(error: BaseException) -> Any:
    """Return the tree of an exception's ``args``; None unless they are plain data, and short."""
    try:
        # Not ``error.args``, which the student's class can redefine.
        args = BaseException.args.__get__(error)  # type: ignore[attr-defined]
        tree, data = encode(args, PLAIN_ONLY)
        return tree if not data and len(json.dumps(tree)) <= TEXTS[-1] else None
    except Exception:  # of an object among them, or because one of them is not plain data
        return None


def describe_error(error: BaseException) -> list[str]:
    """Return the name, message and traceback of an exception as text, without our own frames."""
    frames = list(traceback.walk_tb(error.__traceback__))
    codes = [frame.f_code for frame, _ in frames]
    ours = [n for n, c in enumerate(codes) if is_ours(c) or c.co_filename == pickle.__file__]
    frames = frames[ours[-1] + 1 :] if ours else frames
    if len(frames) > sum(FRAMES):
        frames = frames[: FRAMES[0]] + frames[-FRAMES[1] :]
    lines = traceback.StackSummary.extract(frames).format()
    texts = (type(error).__name__, describe(error), "".join(lines))
    return [text[:most] for text, most in zip(texts, TEXTS, strict=True)]
