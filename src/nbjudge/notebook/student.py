"""The student's side: runs cells, and answers the judge's questions about what they left behind.

This module runs in the student's process, where the student's code can change anything. Nothing
here protects the judge; the judge believes no more of it than bytes.
"""

import io
import os
import pickle
import shutil
import signal
import sys
import traceback

from ..sandbox import bubblewrap
from .channel import Channel, ChannelClosed, ProtocolError
from .codec import encode
from .shell import describe

ITEMS = 256  # of an iteration, sent in one message


def main(link, limits, shell, workdir=None):
    """Serve one notebook until the judge closes its end.

    Args:
        link: the socket to the judge.
        limits: the `Limits` of the notebook.
        shell: the `Shell` that runs the cells.
        workdir: the folder to work in; None inside a sandbox, which brings its own.
    """
    if workdir is None:
        workdir = bubblewrap.HOME
        if os.path.isdir(bubblewrap.STAGE):
            _copy(bubblewrap.STAGE, workdir)
    os.chdir(workdir)
    sys.path.insert(0, "")
    os.environ["NBGRADER_EXECUTION"] = "autograde"
    Student(Channel(link, limits.value_bytes), limits, shell).serve()


def _copy(source, target):
    """Copy what is in ``source`` into the folder ``target``, which is not ours to change."""
    for entry in os.scandir(source):
        copy = shutil.copytree if entry.is_dir() else shutil.copyfile
        copy(entry.path, os.path.join(target, entry.name))


class Student:
    """What the judge can ask for: run a cell, and look at and call the objects it made."""

    def __init__(self, channel, limits, shell):
        self.channel = channel
        self.limits = limits
        self.shell = shell
        self.objects = []  # by the number of their handle; kept, so that an id is never used again
        self.numbers = {}
        self.shown = 0
        self.busy = False  # with something of the student's that an interrupt should end
        self.sending = self.interrupted = False

    def serve(self):
        signal.signal(signal.SIGINT, self.interrupt)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file too large is an OSError
        self.shell.redirect(self.emit)
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

    def interrupt(self, signum, frame):
        """The judge's time limit; half a frame would end the conversation, so that it waits."""
        if self.sending:
            self.interrupted = True
        elif self.busy:
            self.busy = False
            raise KeyboardInterrupt

    def answer(self, request, blob):
        """One request's reply and its bytes; an exception of the student's is a reply too."""
        self.busy = True
        try:
            if request["op"] == "run":
                result = self.shell.run_cell(request["source"], store_history=True)
                return {"ok": result.success, "count": self.shell.execution_count - 1}, b""
            with self.shell.builtin_trap:
                value = getattr(self, f"do_{request['op']}")(request, blob)
            tree, data = encode(value, self.reference)
            if len(data) > self.limits.value_bytes:
                raise ValueError("the value is too large to be judged")
            return {"value": tree}, data
        except BaseException as error:
            return {"error": describe_error(error)}, b""
        finally:
            self.busy = False

    def emit(self, output):
        """Send what a cell shows, until the notebook has shown too much."""
        if output["output_type"] != "error":
            before, limit = self.shown, self.limits.output_bytes
            self.shown += sum(len(part) for part in _texts(output))
            if before > limit:
                return
            if self.shown > limit:
                output = {"output_type": "too much"}
        self.sending = True
        try:
            self.channel.send({"output": output})
        finally:
            self.sending = False
        if self.interrupted:
            self.interrupted = self.busy = False
            raise KeyboardInterrupt

    def reference(self, item):
        number = self.numbers.get(id(item))
        if number is None:
            number = self.numbers[id(item)] = len(self.objects)
            self.objects.append(item)
        return number, type(item).__name__, callable(item)

    def do_name(self, request, blob):
        name = request["name"]
        if name not in self.shell.user_ns:
            raise NameError(f"name {name!r} is not defined")
        return self.shell.user_ns[name]

    def do_call(self, request, blob):
        args, kwargs = self.load(blob)
        return self.objects[request["handle"]](*args, **kwargs)

    def do_attribute(self, request, blob):
        return getattr(self.objects[request["handle"]], request["name"])

    def do_item(self, request, blob):
        return self.objects[request["handle"]][self.load(blob)]

    def do_length(self, request, blob):
        return len(self.objects[request["handle"]])

    def do_iterate(self, request, blob):
        return Iteration(self.objects[request["handle"]])

    def do_next(self, request, blob):
        return self.objects[request["handle"]].take()

    def load(self, blob):
        """Arguments from the judge; a handle among them is the object itself again."""
        unpickler = pickle.Unpickler(io.BytesIO(blob))
        unpickler.persistent_load = self.objects.__getitem__
        return unpickler.load()


class Iteration:
    """An iterator that is asked for several items at a time."""

    def __init__(self, items):
        self.items = iter(items)

    def take(self):
        """Up to ``ITEMS`` items, and whether the iteration is over."""
        taken = []
        for item in self.items:
            taken.append(item)
            if len(taken) == ITEMS:
                return taken, False
        return taken, True


def describe_error(error):
    """Name, message and traceback of an exception, as text, without this module's own frames."""
    ours = {__file__, pickle.__file__}
    frames = [
        frame
        for frame in traceback.walk_tb(error.__traceback__)
        if frame[0].f_code.co_filename not in ours
    ]
    if len(frames) > 30:  # to format all of a runaway recursion takes long
        frames = frames[:10] + frames[-20:]
    lines = traceback.StackSummary.extract(frames).format()
    return [type(error).__name__, describe(error)[:10000], "".join(lines)[:20000]]


def _texts(output):
    if output["output_type"] == "stream":
        yield output["text"]
    for part in output.get("data", {}).values():
        yield part if isinstance(part, (str, bytes)) else repr(part)
