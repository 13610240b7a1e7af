"""An IPython shell without a kernel around it, which passes its outputs to a callback.

The shell is made once in the fork server, and a fork inherits it ready to run a cell. The callback
receives nbformat outputs (dicts with an ``output_type``) in the order in which they are shown.
"""

import asyncio
import base64
import io
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
from traitlets.config import Config

from ..bridge.internal_errors import hide_own_frames, without_own_frames
from ..bridge.messages import Output
from ..bridge.operations import AwaitableResult
from ..bridge.outputs import MESSAGE, error_output, stream_output
from .name_analysis import ESCAPE

FRAMES = (10, 20)  # the numbers of first and last frames that are shown of a long traceback
# Magics that only a kernel has a use for, and that notebooks contain all the same.
MAGICS = ("autosave", "clear", "connect_info", "qtconsole")
CHUNK = 8192  # characters of a stream that are buffered, so that not every print costs a message
Emit = Callable[[Output], None]


class Transformer(TransformerManager):
    """IPython's transformer of cells, which here tokenizes only cells that have IPython's syntax.

    Tokenizing takes time, and most cells are plain Python.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.own = list(self.token_transformers)

    def do_token_transforms(self, lines: list[str]) -> list[str]:
        """Replace IPython's syntax in a cell by Python; see `TransformerManager`."""
        if self.token_transformers == self.own and not ESCAPE.search("".join(lines)):
            return lines
        transformed: list[str] = super().do_token_transforms(lines)  # type: ignore[no-untyped-call]
        return transformed


class Shell(InteractiveShell):
    """The shell of one notebook.

    `emit` is called with each output; set it after the fork. `text_of` returns the text to show for
    a value, or None to let IPython make it. With `ends_on_exit`, ``exit()`` is an error.
    `transformed` caches cells as plain Python, by their source with magics.
    """

    def __init__(self, **kwargs: Any):
        self.emit: Emit = lambda output: None
        self.transformed: dict[str, str | None] = {}
        self.text_of: Callable[[object], str | None] = lambda value: None
        self.ends_on_exit = True
        self.loop: asyncio.AbstractEventLoop | None = None
        config = Config()
        # A history file would outlive the notebook, and its thread would not survive a fork.
        config.HistoryManager.enabled = False
        super().__init__(  # type: ignore[no-untyped-call]
            config=config,
            displayhook_class=ResultHook,
            display_pub_class=Publisher,
            input_transformer_manager=Transformer(),
            **kwargs,
        )

    def init_magics(self) -> None:
        """Register IPython's own magics, and those of a kernel, which do nothing here."""
        super().init_magics()  # type: ignore[no-untyped-call]
        for name in MAGICS:
            self.register_magic_function(_nothing, "line", name)  # type: ignore[arg-type]

    def ask_exit(self) -> None:
        """Handle ``exit()`` in a cell.

        As in a kernel, the notebook goes on. In a test cell it is an error, because the asserts
        after it did not run.
        """
        if self.ends_on_exit:
            raise RuntimeError("exit() in a test cell")

    def init_virtualenv(self) -> None:
        """Leave ``sys.path`` unchanged, because the interpreter is the environment's own."""

    def enable_gui(self, gui: str | None = None) -> None:
        """Open no window. ``%matplotlib`` and ``%pylab`` call this, and draw without one."""

    def warm_up(self) -> None:
        """Run, before the fork, the steps that are slow the first time, so that forks are fast.

        The steps are to show a value, to show an exception, and to seed torch.
        """
        self.run_cell("1")  # type: ignore[no-untyped-call]
        self.run_cell("1 / 0")  # type: ignore[no-untyped-call]
        if "torch" in sys.modules:
            # Torch records a traceback when it is seeded, for which it reads files. Seeding with
            # the current seed leaves the generator's state as it was.
            self.run_cell("import torch; torch.manual_seed(torch.initial_seed()); torch.ones(1)")  # type: ignore[no-untyped-call]
        self.reset()  # type: ignore[no-untyped-call]

    def transform_cell(self, raw_cell: str) -> str:
        """Return a cell as plain Python, from the cache if it is there."""
        return self.transformed.get(raw_cell) or super().transform_cell(raw_cell)  # type: ignore[no-untyped-call]

    def in_loop(self, function: Callable[[], Any]) -> Any:
        """Call a function inside a running event loop, as a kernel runs its cells.

        ``asyncio.get_event_loop()`` and the like find the same loop in every cell.
        """
        loop = self._event_loop()
        # As if the loop ran: to run it for each call took 1 % of a submission's processor time. The
        # first line is in the `try` because the judge's interrupt can come at any moment.
        try:
            asyncio._set_running_loop(loop)
            result = function()
        finally:
            asyncio._set_running_loop(None)
        if isinstance(result, AwaitableResult):
            return loop.run_until_complete(result.item)
        if asyncio.all_tasks(loop):
            loop.run_until_complete(asyncio.sleep(0))  # lets the tasks start that it has created
        return result

    def run(self, source: str) -> ExecutionResult:
        """Run a cell as a kernel does: inside a running event loop, so that it can ``await``."""
        code = self.transform_cell(source)
        cell = self.run_cell_async(source, store_history=True, transformed_cell=code)
        try:
            result = self._event_loop().run_until_complete(cell)
        finally:
            self.events.trigger("post_execute")  # matplotlib's inline backend shows figures here
        self.events.trigger("post_run_cell", result)
        return result

    def _event_loop(self) -> asyncio.AbstractEventLoop:
        if self.loop is None or self.loop.is_closed():
            self.loop = Loop()
            asyncio.set_event_loop(self.loop)
        return self.loop

    def redirect(self, emit: Emit) -> None:
        """Send all output to ``emit``, including that written to descriptors 1 and 2.

        Subprocesses and C code write to the descriptors. These lead to a file, from which `flush`
        reads: a pipe would need a thread to empty it, or block its writer when it is full.
        """
        self.emit = emit
        sys.stdout, sys.stderr = Stream("stdout", emit), Stream("stderr", emit)
        self.raw = tempfile.TemporaryFile()
        self.raw_read = 0
        os.dup2(self.raw.fileno(), 1)
        os.dup2(self.raw.fileno(), 2)

    def flush(self, limit: int) -> None:
        """Emit the buffered output, and at most ``limit`` bytes of that written to descriptors."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, Stream):
                stream.flush()
        size = os.fstat(self.raw.fileno()).st_size
        if size > self.raw_read:
            data = os.pread(self.raw.fileno(), min(limit, size - self.raw_read), self.raw_read)
            self.raw_read = size
            self.emit(stream_output("stdout", data.decode("utf-8", "replace")))

    def _get_exc_info(self, exc_tuple: Any = None) -> tuple[Any, Any, TracebackType | None]:
        etype, value, tb = super()._get_exc_info(exc_tuple)  # type: ignore[no-untyped-call]
        hide_own_frames(value)
        return etype, value, _shortened(without_own_frames(tb))

    def _showtraceback(
        self, etype: type[BaseException], evalue: BaseException, stb: list[str]
    ) -> None:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        lines = [line[:MESSAGE] for line in stb]
        self.emit(error_output(etype.__name__, describe(evalue)[:MESSAGE], lines))

    def show_usage_error(self, exc: BaseException) -> None:
        """Show the error of a magic as an error. IPython only writes it to stderr."""
        self._showtraceback(type(exc), exc, [])


class Loop(asyncio.SelectorEventLoop):
    """An event loop that counts as running while `Shell.in_loop` calls a function."""

    def is_running(self) -> bool:
        """Return True if the calling code finds this loop running."""
        return asyncio._get_running_loop() is self or super().is_running()


class Publisher(DisplayPublisher):
    """A publisher for ``display`` and ``clear_output`` that emits nbformat outputs."""

    shell: Shell

    def publish(
        self,
        data: dict[str, Any],
        metadata: dict[str, Any] | None = None,
        source: object = None,
        *,
        transient: dict[str, Any] | None = None,
        update: bool = False,
        **kwargs: object,
    ) -> None:
        """Emit a MIME bundle."""
        sys.stdout.flush()
        output: Output = {"output_type": "display_data", "data": _text(data)}
        output["metadata"] = metadata or {}
        if display_id := (transient or {}).get("display_id"):
            output |= {"display_id": str(display_id), "update": bool(update)}
        self.shell.emit(output)

    def clear_output(self, wait: bool = False) -> None:
        """Clear the outputs that the cell has shown so far."""
        sys.stdout.flush()
        self.shell.emit({"output_type": "clear"})


class ResultHook(DisplayHook):
    """A display hook that emits the value of a cell's last expression as a result."""

    shell: Shell

    def write_output_prompt(self) -> None:
        """Write no prompt, because a notebook shows the number next to the cell."""

    def write_format_data(
        self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None
    ) -> None:
        """Emit the value."""
        sys.stdout.flush()
        data = _text(format_dict)
        count = self.prompt_count
        output = {"output_type": "execute_result", "data": data, "metadata": md_dict or {}}
        self.shell.emit(output | {"execution_count": count})

    def compute_format_data(self, result: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the MIME bundle of a value, and its metadata."""
        text = self.shell.text_of(result)
        if text is not None:
            return {"text/plain": text}, {}
        formats: tuple[dict[str, Any], dict[str, Any]] = super().compute_format_data(result)  # type: ignore[no-untyped-call]
        return formats

    def finish_displayhook(self) -> None:
        """Do nothing: there is no line to end."""


class Stream(io.TextIOBase):
    """A replacement for ``sys.stdout`` or ``sys.stderr`` that emits what a cell prints."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name: str, emit: Emit):
        self.name = name
        self._emit = emit
        self._held: list[str] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._held.append(text)
        self._size += len(text)
        if self._size > CHUNK:
            self.flush()
        return len(text)

    def flush(self) -> None:
        if self._held:
            text = "".join(self._held)
            self._held = []
            self._size = 0
            self._emit(stream_output(self.name, text))

    def fileno(self) -> int:
        return 1 if self.name == "stdout" else 2


def _text(data: dict[str, Any]) -> dict[str, Any]:
    """Return a MIME bundle that JSON can represent: bytes, such as pictures, in base64."""
    return {
        kind: base64.b64encode(part).decode() if isinstance(part, bytes) else part
        for kind, part in data.items()
    }


def _nothing(line: str) -> None:
    """Do nothing, as the body of a magic."""


def _shortened(tb: TracebackType | None) -> TracebackType | None:
    """Return the first and last frames of a traceback.

    To show all frames of a runaway recursion would take long.
    """
    frames = list(traceback.walk_tb(tb))
    if len(frames) <= sum(FRAMES):
        return tb
    short = None
    for frame, line in reversed(frames[: FRAMES[0]] + frames[-FRAMES[1] :]):
        short = TracebackType(short, frame, frame.f_lasti, line)
    return short


def describe(error: BaseException) -> str:
    """Return ``str(error)``, or a sentence if that raises an exception itself."""
    try:
        return str(error)
    except Exception as second:
        return f"(its message could not be formatted: {type(second).__name__})"
