"""An IPython shell without a kernel around it: outputs go to a function.

The shell is made once in the warm process; a fork inherits it ready to run a cell. What a cell
shows arrives as nbformat outputs (dicts with an ``output_type``) in the order of showing.
"""

import base64
import io
import os
import sys
import tempfile

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

CHUNK = 8192  # characters of a stream that are held back, so that prints do not cost a message each

MESSAGE = 20_000  # characters of an error's message, and of a part of its traceback


class Shell(InteractiveShell):
    """The shell of one notebook.

    ``emit`` is a function that takes one output; set it after the fork. ``transformed`` is a dict
    of cells that are known without their magics.
    """

    def __init__(self, **kwargs):
        self.emit = lambda output: None
        self.transformed = {}
        config = Config()
        # A history file would outlive the notebook, and its thread would not survive a fork.
        config.HistoryManager.enabled = False
        super().__init__(
            config=config, displayhook_class=ResultHook, display_pub_class=Publisher, **kwargs
        )

    def init_virtualenv(self):
        """Leave ``sys.path`` as it is: the interpreter is the environment's own."""

    def warm_up(self):
        """Do once what is slow the first time: show a value and an exception, seed torch."""
        self.run_cell("1")
        self.run_cell("1 / 0")
        if "torch" in sys.modules:
            # Its state stays as it was; the traceback that torch takes at each seeding reads files.
            self.run_cell("import torch; torch.manual_seed(torch.initial_seed()); torch.ones(1)")
        self.reset()

    def transform_cell(self, raw_cell):
        """A cell without its magics."""
        return self.transformed.get(raw_cell) or super().transform_cell(raw_cell)

    def redirect(self, emit):
        """Send what is shown to ``emit``, also what is written to descriptors 1 and 2."""
        self.emit = emit
        sys.stdout, sys.stderr = Stream("stdout", emit), Stream("stderr", emit)
        self.raw = tempfile.TemporaryFile()
        self.raw_read = 0
        os.dup2(self.raw.fileno(), 1)
        os.dup2(self.raw.fileno(), 2)

    def flush(self, limit):
        """Emit what is held back, at most ``limit`` bytes of what went to the descriptors."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, Stream):
                stream.flush()
        size = os.fstat(self.raw.fileno()).st_size
        if size > self.raw_read:
            data = os.pread(self.raw.fileno(), min(limit, size - self.raw_read), self.raw_read)
            self.raw_read = size
            text = data.decode("utf-8", "replace")
            self.emit({"output_type": "stream", "name": "stdout", "text": text})

    def _showtraceback(self, etype, evalue, stb):
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        lines = [line[:MESSAGE] for line in stb]
        self.emit(error_output(etype.__name__, describe(evalue)[:MESSAGE], lines))


class Publisher(DisplayPublisher):
    """``display`` and ``clear_output``."""

    def publish(self, data, metadata=None, source=None, *, transient=None, update=False, **kwargs):
        sys.stdout.flush()
        output = {"output_type": "display_data", "data": _text(data), "metadata": metadata or {}}
        if display_id := (transient or {}).get("display_id"):
            output |= {"display_id": str(display_id), "update": bool(update)}
        self.shell.emit(output)

    def clear_output(self, wait=False):
        sys.stdout.flush()
        self.shell.emit({"output_type": "clear"})


class ResultHook(DisplayHook):
    """The value of a cell's last expression."""

    def write_output_prompt(self):
        """A notebook shows the number beside the cell."""

    def write_format_data(self, format_dict, md_dict=None):
        sys.stdout.flush()
        data, count = _text(format_dict), self.prompt_count
        output = {"output_type": "execute_result", "data": data, "metadata": md_dict or {}}
        self.shell.emit(output | {"execution_count": count})

    def finish_displayhook(self):
        """Nothing to end a line of."""


class Stream(io.TextIOBase):
    """``sys.stdout`` or ``sys.stderr`` of a cell."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name, emit):
        self.name = name
        self._emit = emit
        self._held = []
        self._size = 0

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._held.append(text)
        self._size += len(text)
        if self._size > CHUNK:
            self.flush()
        return len(text)

    def flush(self):
        if self._held:
            text, self._held, self._size = "".join(self._held), [], 0
            self._emit({"output_type": "stream", "name": self.name, "text": text})

    def fileno(self):
        return 1 if self.name == "stdout" else 2


def _text(data):
    """A MIME bundle as JSON has it: pictures in base64."""
    return {
        kind: base64.b64encode(part).decode() if isinstance(part, bytes) else part
        for kind, part in data.items()
    }


def error_output(name, message, traceback):
    """An nbformat ``error`` output."""
    return {"output_type": "error", "ename": name, "evalue": message, "traceback": traceback}


def describe(error):
    """``str(error)``, also for an error that cannot say what it is."""
    try:
        return str(error)
    except Exception as second:
        return f"(its message could not be made: {type(second).__name__})"
