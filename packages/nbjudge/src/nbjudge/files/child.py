"""A child process for work on untrusted input, which may be lost without harm to the grader.

`in_child` applies a function to some items in a fork of this process, with limits on processor
time, wall time and memory. If an item exceeds them or ends the child, that item alone is
`FailedItem`, and the next ones go on in a new child. The output of the child reaches the terminal
without control characters.
"""

import ctypes
import gc
import json
import os
import pickle
import resource
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from nbisolate import Limits

Item = TypeVar("Item")
Value = TypeVar("Value")

HEAD = struct.Struct("!Q")  # the number of bytes that follow
LARGEST = 1_000_000_000  # bytes of the result of an item
MOST_PRINTED = 20_000  # bytes of a child's output that are shown
PR_SET_PDEATHSIG = 1  # of sys/prctl.h


@dataclass(frozen=True)
class Bounds:
    """The limits of a child's work on one item.

    `cpu_seconds` are whole seconds. `memory_mb` is address space in megabytes, in addition to that
    which this process has mapped.
    """

    cpu_seconds: int
    wall_seconds: float
    memory_mb: int


@dataclass(frozen=True)
class FailedItem:
    """The result of an item for which there is no value.

    `reason` is a phrase that continues the item's name. `again` is True if another attempt may
    succeed, because the child was killed from outside.
    """

    reason: str
    again: bool = False


def in_child(
    function: Callable[[Item], Value],
    items: Sequence[Item],
    bounds: Bounds,
    *,
    as_json: bool = False,
) -> Generator[Value | FailedItem, None, None]:
    """Yield `function(item)` for each item in order, or a `FailedItem` for one that has no value.

    Changes that `function` makes in the child are lost. Its result must be picklable, or with
    `as_json` consist of JSON values. Unpickling runs code, so use `as_json` if a student could take
    over the child through a hole in a parser.

    An exception of `function` is raised here, with `as_json` as a RuntimeError with the same text.
    MemoryError and RecursionError mark the item as lost instead.
    """
    done = 0
    while done < len(items):
        child = _Child(function, items[done:], bounds, as_json)
        try:
            lost = None
            while lost is None and done < len(items):
                answer = child.receive()
                if isinstance(answer, FailedItem):
                    lost = answer
                done += 1
                yield answer
        finally:
            child.close()


class _Child:
    """A fork of this process that works on items until all are done, or until one is lost."""

    def __init__(
        self, function: Callable[[Any], Any], items: Sequence[Any], bounds: Bounds, as_json: bool
    ) -> None:
        self.bounds = bounds
        self.as_json = as_json
        self.pipe, theirs = os.pipe()
        self.printed = os.memfd_create("printed")
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            self._work(parent, theirs, function, items)
        os.close(theirs)
        self.status: int | None = None

    def receive(self) -> Any:
        """Return the next item's value, or `FailedItem`; raise the exception that it raised."""
        deadline = time.monotonic() + self.bounds.wall_seconds
        head = self._receive(HEAD.size, deadline)
        if isinstance(head, FailedItem):
            return head
        (size,) = HEAD.unpack(head)
        if size > LARGEST:
            body: bytes | FailedItem = FailedItem("produced too much data")
        else:
            body = self._receive(size, deadline)
        if isinstance(body, FailedItem):
            return body
        if not self.as_json:
            kind, value = pickle.loads(body)
            if kind == "error":
                raise value
            return value
        try:
            match json.loads(body):
                case ["value", value]:
                    return value
                case ["lost", str(reason), bool(again)]:
                    return FailedItem(reason, again)
                case ["error", str(text)]:
                    raise RuntimeError(text)
        except (ValueError, RecursionError):
            pass
        return FailedItem("ended with a result that cannot be read")

    def _receive(self, size: int, deadline: float) -> bytes | FailedItem:
        parts: list[bytes] = []
        while size:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.pipe], [], [], left)[0]:
                return FailedItem(f"did not finish within {self.bounds.wall_seconds:.0f} s")
            part = os.read(self.pipe, min(size, 1 << 20))
            if not part:
                return self._end()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _end(self) -> FailedItem:
        """Return a `FailedItem` that says why the child has ended before its work was done."""
        code = os.waitstatus_to_exitcode(self._wait())
        if code == -signal.SIGXCPU:
            return FailedItem(f"needs more than {self.bounds.cpu_seconds} s of CPU time")
        if code == -signal.SIGKILL:
            return FailedItem("did not finish: its process was killed", again=True)
        return FailedItem(f"crashed its process (exit code {code})")

    def _wait(self) -> int:
        if self.status is None:
            _, self.status = os.waitpid(self.pid, 0)
        return self.status

    def close(self) -> None:
        """End the child, and print its output. Control characters could command the terminal."""
        os.close(self.pipe)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self._wait()
        text = os.pread(self.printed, MOST_PRINTED, 0).decode("utf-8", "replace")
        os.close(self.printed)
        for line in text.splitlines():
            print("".join(c if c.isprintable() else "?" for c in line), file=sys.stderr)

    def _work(
        self, parent: int, pipe: int, function: Callable[[Any], Any], items: Sequence[Any]
    ) -> NoReturn:
        """Work on the items in the child, and end it."""
        try:
            begin_child(parent)
            for descriptor in (1, 2):
                os.dup2(self.printed, descriptor)
            # A collection writes to every object it visits, which would copy the parent's pages.
            # Frozen objects are not visited.
            gc.freeze()
            with open("/proc/self/oom_score_adj", "w") as score:
                score.write(
                    "1000"
                )  # if the machine runs out of memory, the kernel kills this first
            Limits(memory_mb=self.bounds.memory_mb).apply_memory()
            for item in items:
                _bind_cpu(self.bounds.cpu_seconds)
                frame = self._frame(function, item)
                with memoryview(HEAD.pack(len(frame)) + frame) as rest:
                    while rest:
                        rest = rest[os.write(pipe, rest) :]
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        finally:
            os._exit(0)

    def _frame(self, function: Callable[[Any], Any], item: Any) -> bytes:
        dump = _as_json if self.as_json else _pickled
        try:
            return dump("value", function(item))
        except MemoryError:
            lost = FailedItem(f"needs more than {self.bounds.memory_mb} MB of memory")
        except RecursionError:
            lost = FailedItem("is nested too deeply")
        except Exception as error:
            return dump("error", error)
        return dump("value", lost)


def begin_child(parent: int) -> None:
    """Let this fork end with its parent, and leave it to the parent what to do about Ctrl-C."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before this call
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _pickled(kind: str, value: Any) -> bytes:
    try:
        return pickle.dumps((kind, value))
    except Exception:
        if kind != "error":
            raise
        return pickle.dumps((kind, RuntimeError(_text(value))))  # it holds something of that kind


def _as_json(kind: str, value: Any) -> bytes:
    if isinstance(value, FailedItem):
        return json.dumps(["lost", value.reason, value.again]).encode()
    return json.dumps([kind, _text(value) if kind == "error" else value]).encode()


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _bind_cpu(seconds: int) -> None:
    """Limit the child to this much more processor time, after which the kernel ends it."""
    # The limit counts from the start of the process, so it is raised for each item. SIGXCPU comes
    # at the soft limit; the hard one stays, because it could not be raised again.
    soft = int(time.process_time()) + 1 + seconds
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
