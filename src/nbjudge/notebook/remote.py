"""The judge's side of the border: a student's objects as handles.

A ``Session`` asks the student's process; plain data comes back by value, anything else as a
``Remote``. A ``Remote`` has no comparison, truth or arithmetic of the student's: it is equal to
itself only, and true.
"""

import contextlib
import io
import json
import os
import select
import signal
import socket
import sys
import time

import cloudpickle

from .channel import ChannelClosed, DeadlinePassed, ProtocolError
from .codec import decode, rebuild_leaf, tensor_bytes

GRACE = 2  # seconds between an interrupt and the end
READABLE_DUNDERS = {"__name__", "__qualname__", "__doc__"}


class StudentError(Exception):
    """An exception in the student's process, as text.

    Attributes:
        name: the name of its type.
        message: what it said.
        traceback: the lines of the student's own frames.
    """

    def __init__(self, name, message, traceback=""):
        super().__init__(f"{name}: {message}" if message else name)
        self.name, self.message, self.traceback = name, message, traceback


class StudentEnded(StudentError):
    """The student's process has ended, or was ended by a limit."""

    def __init__(self, reason):
        super().__init__("Stopped", reason)


class Session:
    """A conversation with the student's process of one notebook.

    Args:
        channel: the `Channel` to it.
        monitor: the socket on which its pidfd and at its end its status arrive.
        limits: the `Limits` of the notebook.
        root: the process to kill so that all processes of the notebook end, or None for the
            student's process itself.

    Attributes:
        ended: a sentence on how the student's process ended, or None while it is there.
        outputs: what the student's code has shown since the last ``take_outputs``.

    Raises:
        ChannelClosed: there is no such process.
    """

    def __init__(self, channel, monitor, limits, root=None):
        self.channel, self.monitor, self.limits = channel, monitor, limits
        self.deadline = time.monotonic() + limits.notebook_seconds
        self.ended = None
        self.outputs, self.shown = [], 0
        self.serial = 0
        self.remotes = {}
        message, pidfds, _, _ = socket.recv_fds(monitor, 4096, 1)
        if not pidfds:
            raise ChannelClosed  # before the student's process was there
        self.pidfd = pidfds[0]
        self.root = root or json.loads(message)["pid"]
        self.root_pidfd = os.pidfd_open(root) if root else self.pidfd
        self._status = None

    def run(self, source):
        """Run a cell of the notebook; what it shows is in ``outputs``.

        Returns:
            None, or the sentence on why it was stopped.
        """
        try:
            self.request("run", source=source)
        except StudentError as error:
            return error.message

    def lookup(self, name):
        """The object that the student's notebook calls ``name``; ``KeyError`` if there is none."""
        try:
            return self.value("name", name=name)
        except StudentEnded:
            raise
        except StudentError as error:
            raise KeyError(name) from error

    def value(self, op, blob=b"", **fields):
        """Ask for something and decode the answer.

        Raises:
            StudentError: the student's code raised, or took too long.
        """
        reply, data = self.request(op, blob, **fields)
        try:
            return decode(reply.get("value", []), data, self.remote)
        except ProtocolError as error:
            self.end(f"the kernel broke the protocol: {error}")
            raise StudentEnded(self.ended) from None

    def request(self, op, blob=b"", **fields):
        if self.ended:
            raise StudentEnded(self.ended)
        self.serial += 1
        seconds = self.limits.cell_seconds
        deadline = min(time.monotonic() + seconds, self.deadline)
        try:
            self.channel.send({"op": op, "id": self.serial, **fields}, blob, deadline)
            reply, data = self._reply(deadline)
        except DeadlinePassed:
            if time.monotonic() >= self.deadline:
                seconds = self.limits.notebook_seconds
                self.end(f"the notebook was stopped after {seconds:g} s")
                raise StudentEnded(self.ended) from None
            self._interrupt(f"stopped after {seconds:g} s")
            raise StudentError("Stopped", f"stopped after {seconds:g} s") from None
        except ChannelClosed:
            self.end()
            raise StudentEnded(self.ended) from None
        except ProtocolError as error:
            self.end(f"the kernel broke the protocol: {error}")
            raise StudentEnded(self.ended) from None
        except BaseException:
            # An alarm of the test cell's own: the reply that is still to come must not be taken
            # for the next one.
            self._interrupt("a call from a test cell took too long")
            raise
        if "error" in reply:
            raise StudentError(*_three_texts(reply["error"]))
        return reply, data

    def _interrupt(self, reason):
        """Interrupt the student's code; end its process if it does not answer."""
        try:
            signal.pidfd_send_signal(self.pidfd, signal.SIGINT)
            self._reply(time.monotonic() + GRACE)
        except (ProcessLookupError, DeadlinePassed, ChannelClosed, ProtocolError):
            self.end(reason)

    def _reply(self, deadline):
        """The reply to the request that was sent last; outputs that come before it are kept."""
        while True:
            frame, data = self.channel.receive(deadline)
            if type(frame) is not dict:
                raise ProtocolError("a message is malformed")
            if "output" in frame:
                self._keep(frame["output"])
            elif frame.get("id") == self.serial:
                return frame, data
            else:
                raise ProtocolError("a reply that nothing asked for")

    def _keep(self, output):
        self.shown += len(json.dumps(output))
        if self.shown <= 8 * self.limits.output_bytes:
            self.outputs.append(output)

    def take_outputs(self):
        """What the student's code has shown since the last call: untrusted dicts."""
        outputs, self.outputs = self.outputs, []
        return outputs

    def end(self, reason=None):
        """End the student's process, and remember why; without a reason, find out."""
        if self.ended:
            return
        self.ended = reason or "the kernel ended"
        if reason is None:
            ending = self.status(seconds=1)
            status = ending.get("exit")
            if ending.get("over_memory"):
                self.ended = f"the kernel ran out of memory ({self.limits.memory_mb} MB)"
            elif status == -signal.SIGXCPU:
                self.ended = f"the kernel used more than {self.limits.cpu_seconds} s of processor"
            elif status is not None:
                how = signal.strsignal(-status) if status < 0 else f"exit code {status}"
                self.ended = f"the kernel ended ({how})"
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.root_pidfd, signal.SIGKILL)

    def status(self, seconds):
        """How the student's process ended, waiting at most ``seconds``; empty if it has not."""
        if self._status is None:
            poll = select.poll()
            poll.register(self.monitor, select.POLLIN)
            if poll.poll(seconds * 1000):
                self._status = json.loads(self.monitor.recv(4096) or b"{}")
        return self._status or {}

    def remote(self, number, kind, is_callable):
        """The handle with this number; the same number is the same handle."""
        if number not in self.remotes:
            self.remotes[number] = (RemoteCallable if is_callable else Remote)(self, number, kind)
        return self.remotes[number]


class Remote:
    # An object in the student's process; a handle's docstring is that object's.
    __doc__ = property(lambda self: self.__getattr__("__doc__"))
    __slots__ = ("__kind", "__number", "__session", "__weakref__")

    def __init__(self, session, number, kind):
        self.__session, self.__number, self.__kind = session, number, kind

    def __getattr__(self, name):
        if name.startswith("__") and name not in READABLE_DUNDERS:
            raise AttributeError(name)
        try:
            return self.__session.value("attribute", handle=self.__number, name=name)
        except StudentError as error:
            if error.name == "AttributeError":
                raise AttributeError(error.message) from error
            raise

    def __getitem__(self, key):
        return self.__session.value("item", dumps(key), handle=self.__number)

    def __len__(self):
        try:
            length = self.__session.value("length", handle=self.__number)
        except StudentError as error:
            if error.name == "TypeError":  # by which list() and others know that there is none
                raise TypeError(error.message) from error
            raise
        if type(length) is not int:
            raise StudentError("TypeError", "its length is not an integer")
        return length

    def __iter__(self):
        items = self.__session.value("iterate", handle=self.__number)
        over = False
        while not over:
            taken = self.__session.value("next", handle=number_of(items))
            if type(taken) is not tuple or len(taken) != 2 or type(taken[0]) is not list:
                raise StudentError("TypeError", "it does not iterate")
            part, over = taken
            yield from part

    def __bool__(self):
        return True

    def __reduce__(self):
        raise TypeError("A student's object cannot be copied to the judge.")

    def __repr__(self):
        return f"<{ascii(self.__kind)[1:-1]} of the submission>"


class RemoteCallable(Remote):
    # A function, class or module in the student's process.
    __doc__ = Remote.__doc__
    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        session = self._Remote__session
        return session.value("call", dumps((args, kwargs)), handle=number_of(self))


def number_of(remote):
    """The number by which the student's process knows a handle."""
    if not isinstance(remote, Remote):
        raise StudentError("TypeError", "it does not iterate")
    return remote._Remote__number


class _Pickler(cloudpickle.Pickler):
    def persistent_id(self, item):
        if isinstance(item, Remote):
            return number_of(item)
        torch = sys.modules.get("torch")
        if torch is not None and isinstance(item, torch.Tensor) and not item.is_leaf:
            raise TypeError(
                "A tensor that carries a graph cannot cross to the submission: build it there, or "
                "pass a callable and its leaves."
            )
        return None

    def reducer_override(self, item):
        """Ordinary tensors as raw bytes: torch's own pickling takes ten times as long."""
        torch = sys.modules.get("torch")
        if torch is not None and type(item) in (torch.Tensor, torch.nn.Parameter):
            parts = tensor_bytes(item)
            if parts and not item.__dict__ and not item._backward_hooks:
                return rebuild_leaf, (*parts, item.requires_grad, type(item) is not torch.Tensor)
        return super().reducer_override(item)


def dumps(item):
    """Arguments for the student's process; classes and functions of test cells go by value."""
    file = io.BytesIO()
    _Pickler(file).dump(item)
    return file.getvalue()


def _three_texts(error):
    if type(error) is not list or len(error) != 3 or any(type(part) is not str for part in error):
        return "Error", "the submission raised an exception", ""
    return error[0][:200], error[1][:10000], error[2][:20000]
