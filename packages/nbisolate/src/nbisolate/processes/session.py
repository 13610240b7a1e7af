"""The judge's session with the student's process of one notebook: requests and replies."""

import contextlib
import json
import marshal
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from ..application import current
from ..bridge.arguments import can_cross, dumps
from ..bridge.channel import Channel, ChannelClosedError, DeadlinePassedError, ProtocolError
from ..bridge.codec import DEPTH, decode
from ..bridge.codec.objects import PLAIN_ONLY
from ..bridge.exceptions import (
    StudentEndedError,
    StudentError,
    out_of_memory,
    out_of_memory_message,
)
from ..bridge.internal_errors import NO_RESULTS, REPORTED
from ..bridge.messages import (
    GROUPED,
    Failure,
    Json,
    OutputFrame,
    ProcessExit,
    Reply,
    parse_from_student,
)
from ..bridge.mutation import can_change, parts_of, refill
from ..bridge.outputs import Shelf
from ..bridge.proxies import Handles, RemoteError
from ..result import Stop
from ..sandbox.limits import Limits
from .argument_mutation import CallsForEffect
from .lookups import LookupCache, Raw

GRACE = 2  # seconds that the student's process has to reply to an interrupt before it is ended
# Calls that a request needs, down to the innermost container of its reply. With fewer left, an
# honest reply could not be read.
ROOM = 6 * DEPTH
SHALLOW = 150  # frames of a stack that has this room for sure


class Session:
    """A session with the student's process of one notebook.

    `monitor` is connected to the process's supervisor, which signals it and reports its end.
    Creating a session raises `ChannelClosedError` if the process has not started.

    `ended` is a sentence, without its full stop, on how the process ended, and `stopped` the
    reason; None while it runs. `met` is the last limit that the student's code met, even if it goes
    on after it. The judge resets it to None before each cell. `cgroup` is True if the process has a
    control group. `calls` are the calls of test cells whose arguments come back. `names` are the
    variables of test cells; functions that they pass to the student's process find them there too.
    `failure` is a failure of this package itself that the process reports. A submission can report
    one too: it then gets no points, and a person looks.
    """

    def __init__(self, channel: Channel, monitor: socket.socket, limits: Limits):
        self.channel = channel
        self.monitor = monitor
        self.limits = limits
        self.deadline = time.monotonic() + limits.notebook_seconds
        self.ended: str | None = None
        self.stopped: Stop | None = None
        self.met: Stop | None = None
        self.shelf = Shelf(limits.output_bytes)
        self.serial = 0
        self.handles = Handles(self)
        self.looked_up = LookupCache(self._ask_raw)
        self.calls: CallsForEffect | None = None
        self.names: Mapping[str, Any] = {}
        self.missing = set[str]()
        self.told = dict[str, Any]()
        self.failure: str | None = None
        there = monitor.recv(1)
        if not there:
            raise ChannelClosedError  # the supervisor ended before the student's process was there
        self.cgroup = there == GROUPED
        self._ending: ProcessExit | None = None

    def run(self, source: str) -> tuple[bool, str | None]:
        """Run a cell of the notebook; put its outputs on the shelf.

        Return True if its process reports that it ran without an error, and a sentence on why it
        was stopped, or None if it was not.
        """
        self.looked_up.code_will_run()
        try:
            return self._ask("run", source) is True, None
        except StudentError as error:
            return False, error.message

    def lookup(self, name: str, op: str = "name") -> Any:
        """Look up a name of the student's notebook, or with "kept" one that `keep` has imported.

        Raise `KeyError` if neither the notebook nor an import has bound it.
        """
        try:
            return self.looked_up.find(op, name)
        except StudentEndedError:
            raise
        except StudentError as error:
            raise KeyError(name) from error

    def keep(
        self, files: Mapping[str, str], statements: Sequence[str], codes: Mapping[str, bytes]
    ) -> None:
        """Import the instructor's modules in the student's process, before its first cell.

        `files` are their paths, relative to the folder of the notebook, and `codes` their
        marshaled code, empty if a module has to be compiled; both by the modules' names. The names
        that the import `statements` bind are looked up by the request "kept". Raise `StudentError`
        if the imports took too long.
        """
        self._ask("keep", json.dumps([files, statements]), marshal.dumps(dict(codes)))

    def apply(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """Apply an operation to the student's objects; return its result.

        `operation` is a key of ``operations.OPERATIONS``. Its arguments are handles, and values
        that are pickled. Raise `StudentError` if the student's code raised, or took too long.
        """
        self.looked_up.code_will_run()
        if operation == "call" and self.calls is not None:
            given = (*args[1:], *kwargs.values())
            if any(map(can_change, given)) and self.calls.made_in(sys._getframe(1)):
                return self._call_for_effect(args[0], args[1:], kwargs)
        return self._ask("apply", operation, self._arguments(args, kwargs))

    def _arguments(self, args: Sequence[Any], kwargs: dict[str, Any]) -> bytes:
        """Pickle arguments, together with the names that functions sent earlier have lacked.

        A name is sent once, and again if the test cell has bound it to another object.
        """
        found = {name: self.names[name] for name in self.missing if name in self.names}
        late = {
            name: item
            for name, item in found.items()
            if item is not self.told.get(name) and can_cross(item)
        }
        self.told |= late
        return dumps((tuple(args), kwargs, late), self.missing)

    def _call_for_effect(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Call a function; apply the changes that it has made to its arguments to the originals."""
        parts = parts_of([*args, *kwargs.values()])
        call = self._arguments((function, list(args), kwargs, parts), {})
        reply, data = self._request("apply", "call_for_effect", call)
        if reply.failure:
            raise self._error(reply.failure)
        match reply.value:
            case ["t", [result, changed]]:
                value = self._decode(result, data)
                self.handles.sent = parts
                try:
                    contents = self._decode(changed, data)
                finally:
                    self.handles.sent = ()
                for index, new in contents.items() if type(contents) is dict else ():
                    if type(index) is int and 0 <= index < len(parts) and can_change(parts[index]):
                        refill(parts[index], new)
                return value
        return self._broken("a value is malformed")

    def _ask(self, op: str, text: str, blob: bytes = b"") -> Any:
        """Send a request; return the decoded value of the reply."""
        return self._ask_raw(op, text, blob)[2]

    def _ask_raw(self, op: str, text: str, blob: bytes = b"") -> Raw:
        """Send a request; return the tree and the bytes of the reply, and its decoded value."""
        reply, data = self._request(op, text, blob)
        if reply.failure:
            raise self._error(reply.failure)
        return reply.value, data, self._decode(reply.value, data)

    def _decode(self, tree: Json, data: bytes, handles: Any = None) -> Any:
        try:
            return decode(tree, data, handles or self.handles)
        except ProtocolError as error:
            return self._broken(error)

    def _broken(self, what: object) -> NoReturn:
        self.end(Stop.PROTOCOL, f"the notebook's process sent an invalid message: {what}")
        raise StudentEndedError(str(self.ended)) from None

    def _request(self, op: str, text: str, blob: bytes) -> tuple[Reply, bytes]:
        if self.ended:
            raise StudentEndedError(self.ended)
        _check_room()
        self.serial += 1
        seconds = self.limits.cell_seconds
        deadline = min(time.monotonic() + seconds, self.deadline)
        try:
            self.channel.send({"id": self.serial, "op": op, "text": text}, blob, deadline)
            reply, data = self._reply(deadline)
        except DeadlinePassedError:
            if time.monotonic() >= self.deadline:
                seconds = self.limits.notebook_seconds
                self.end(Stop.TIME, f"the notebook was stopped after {seconds:g} s")
                raise StudentEndedError(str(self.ended)) from None
            self.met = Stop.TIME
            self._interrupt(f"stopped after {seconds:g} s")
            raise StudentError("Stopped", f"stopped after {seconds:g} s") from None
        except ChannelClosedError:
            self.end()
            raise StudentEndedError(str(self.ended)) from None
        except ProtocolError as error:
            self._broken(error)
        except BaseException:
            # Such as a time-out of the test cell's own, or the grader's. The reply to this request
            # is still to come, and must not be taken for the reply to the next one.
            self._interrupt("a call from a test cell took too long")
            raise
        return reply, data

    def _error(self, failure: Failure) -> StudentError:
        """Return the exception to raise for a failure in the student's process."""
        message = failure.message
        if failure.own:
            self.failure = self.failure or f"{REPORTED.format(current().name)}. {NO_RESULTS}"
        if failure.name == "MemoryError" and not message:
            message = out_of_memory_message(self.limits)
        error = self._decode(failure.tree, b"")
        if isinstance(error, RemoteError):
            args = self._decode(failure.args, b"", PLAIN_ONLY)
            known = args if type(args) is tuple else None
            return error._nbisolate_fill(failure.name, message, failure.traceback, known)
        return StudentError(failure.name, message, failure.traceback)

    def _interrupt(self, reason: str) -> None:
        """Interrupt the student's code; end its process if it does not answer."""
        try:
            self.monitor.send(bytes([signal.SIGINT]))
            self._reply(time.monotonic() + GRACE)
        except (ConnectionError, DeadlinePassedError, ChannelClosedError, ProtocolError):
            self.end(Stop.TIME, reason)

    def _reply(self, deadline: float) -> tuple[Reply, bytes]:
        """Return the reply to the last request; put outputs that come before it on the shelf."""
        while True:
            header, data = self.channel.receive(deadline)
            frame = parse_from_student(header)
            if isinstance(frame, OutputFrame):
                self.shelf.put(frame.output)
                continue
            self.looked_up.forget(frame.changed)
            if frame.id != self.serial:
                raise ProtocolError("an unexpected reply")
            return frame, data

    def end(self, stop: Stop | None = None, reason: str = "") -> None:
        """End the student's process, and note why.

        `reason` is a sentence without its full stop. Without `stop`, the process has ended by
        itself, and its supervisor is asked.
        """
        if self.ended:
            return
        if stop is None:
            ending = self.ending(seconds=1)
            stop = ending.measured.stopped or Stop.ENDED
            reason = reason_of(ending, self.limits)
        self.ended = reason
        self.stopped = stop
        self.met = stop
        self.looked_up.entries.clear()  # so that each further look-up says that it has ended
        with contextlib.suppress(ConnectionError):  # its supervisor has ended, and all with it
            self.monitor.send(bytes([signal.SIGKILL]))

    def ending(self, seconds: float) -> ProcessExit:
        """Return how the student's process ended, after waiting at most ``seconds``.

        If it has not ended by then, the `ProcessExit` is empty.
        """
        self._ending = self._ending or receive_ending(self.monitor, seconds)
        return self._ending or ProcessExit()


def _check_room() -> None:
    """Raise `RecursionError` if a test cell recurses so deep that a request has no room."""
    try:
        sys._getframe(SHALLOW)
    except ValueError:  # the stack is shallow, as nearly always: nothing to try, which takes time
        return
    _nest(ROOM)


def _nest(calls: int) -> None:
    if calls:
        _nest(calls - 1)


def receive_ending(monitor: socket.socket, seconds: float) -> ProcessExit | None:
    """Receive a supervisor's report on the end of its process.

    The byte that reports the start was received before. The report is empty if the supervisor was
    ended before it sent one, and None after the time-out.
    """
    poll = select.poll()
    poll.register(monitor, select.POLLIN)
    if not poll.poll(seconds * 1000):
        return None
    # If the supervisor ended with a request unread, the socket first raises ECONNRESET, once. Its
    # report, sent before that, can still be received after it.
    with contextlib.suppress(ConnectionResetError):
        return ProcessExit.parse(monitor.recv(4096))
    return ProcessExit.parse(monitor.recv(4096))


def reason_of(ending: ProcessExit, limits: Limits) -> str:
    """Return a sentence, without its full stop, on why a student's process ended by itself."""
    match ending.measured.stopped:
        case Stop.MEMORY:
            return out_of_memory(limits)
        case Stop.PROCESSOR:
            return f"the notebook's process used more than {limits.cpu_seconds} s of CPU time"
    if ending.exit is None:
        return "the notebook's process ended"
    how = signal.strsignal(-ending.exit) if ending.exit < 0 else f"exit code {ending.exit}"
    return f"the notebook's process ended ({how})"
