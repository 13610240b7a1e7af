"""The judge's process: conducts one notebook, and never runs a line that a student wrote.

It sends the student's cells to the student's process, runs the test cells itself, and reports the
outputs of every cell to the grader. A name that no test cell of the notebook binds, and the judge
lacks, is looked up in the student's process.
"""

import builtins
import contextlib
import functools
import itertools
import json
import os
import re
import signal
import symtable
import sys
import time

from IPython.core.inputtransformer2 import TransformerManager

from ..sandbox.limits import Limits
from . import remote
from .channel import Channel, ChannelClosed
from .remote import Session, StudentEnded, StudentError
from .shell import MESSAGE, error_output

STOP = signal.SIGUSR1  # from the grader: this cell takes too long (SIGALRM is the cell's own)
TEXT_TYPES = {"text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml"}
PICTURE_TYPES = {"image/png", "image/jpeg", "image/gif"}
BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*\Z")
OURS = {__file__, remote.__file__}
SUBMISSION = "In the submission:"  # begins what a feedback may show of a traceback


class TestStopped(BaseException):
    """A cell took too long."""


def main(control, link, monitor, shell):
    """Judge one notebook.

    Args:
        control: a socket to the grader, over which the job comes and the outputs go.
        link: a socket to the student's process.
        monitor: a socket to the process that waits for it.
        shell: the `Shell` for the test cells.
    """
    control = Channel(control, 0)
    # Where the grader was killed, nobody waits for the rest.
    with contextlib.suppress(ChannelClosed):
        job, _ = control.receive()
        limits = Limits(**job["limits"])
        session = Session(Channel(link, limits.value_bytes), monitor, limits, job["root"])
        # What a submission answers costs memory here too.
        limits.apply_memory()
        bench = Bench(shell, session, limits, job["tests"])
        control.send({"pid": os.getpid()})
        conduct(job["cells"], bench, control)


def conduct(cells, bench, control):
    """Run the cells in their order, and report each to the grader."""
    for index, cell in enumerate(cells):
        began = time.monotonic()
        outputs = bench.outputs_of(cell)
        seconds = time.monotonic() - began
        control.send({"cell": index, "outputs": outputs, "seconds": seconds})
    bench.session.channel.close()
    status = bench.session.status(seconds=1)
    control.send({"end": bench.session.ended, **status})


class Bench:
    """Runs the cells of one notebook, each on its own side."""

    def __init__(self, shell, session, limits, tests):
        self.shell, self.session, self.limits = shell, session, limits
        self.bound = {source: set(test["names"]) for source, test in tests.items()}
        shell.transformed = {source: test["code"] for source, test in tests.items()}
        self.names = StudentNames(session)
        self.collected = []
        shell.redirect(self.collected.append)
        sys.path.insert(0, os.getcwd())
        os.environ["NBGRADER_EXECUTION"] = "autograde"
        shell.user_ns["__builtins__"] = self.names
        shell.InteractiveTB.set_mode("Plain")
        shell.set_custom_exc((StudentError,), show_student_error)
        self.running = False
        signal.signal(STOP, self._stop)

    def outputs_of(self, cell):
        """The outputs of a cell, also where the grader stops it."""
        self.running = True
        try:
            return self.test(cell["source"]) if cell["test"] else self.run(cell["source"])
        except TestStopped as error:
            return [error_output("Stopped", str(error), [])]
        finally:
            self.running = False

    def _stop(self, signum, frame):
        if self.running:  # not while its outputs are on their way to the grader
            raise TestStopped("This cell took too long.")

    def run(self, source):
        """The outputs of a cell of the student's."""
        if self.session.ended:
            return [error_output("NotRun", f"This cell was not run: {self.session.ended}.", [])]
        reason = self.session.run(source)
        outputs = clean_outputs(self.session.take_outputs(), self.limits.output_bytes)
        for output in outputs:
            if output["output_type"] == "error" and output["ename"] == "MemoryError":
                output["evalue"] = f"The kernel ran out of memory ({self.limits.memory_mb} MB)."
        if reason:
            outputs.append(error_output("Stopped", f"This cell was ended: {reason}.", []))
        return outputs

    def test(self, source):
        """The outputs of a test cell: the judge's, after what the student's code has shown."""
        self.collected.clear()
        # A submission that makes a test cell fail, moves it or deletes it must not put its own
        # function in the place of the helper that another test cell relies on.
        others = [names for text, names in self.bound.items() if text != source]
        self.names.withheld = set().union(*others)
        result = self.shell.run_cell(source, store_history=True)
        self.shell.flush(self.limits.output_bytes)
        if not result.success and not any(o["output_type"] == "error" for o in self.collected):
            # Without an error among its outputs it would have passed.
            failed = "This test cell failed with an error that cannot be shown."
            self.collected.append(error_output("Error", failed, []))
        shown = [
            {**output, "name": "stdout"} if output["output_type"] == "stream" else output
            for output in clean_outputs(self.session.take_outputs(), self.limits.output_bytes)
            if output["output_type"] in ("stream", "display_data")
        ]
        limit = self.limits.output_bytes
        return shown + settle(_bounded(output, limit) for output in merge(self.collected))


class StudentNames(dict):
    """The built-in names, and behind them the names of the student's notebook.

    A test cell's globals are searched first, so that this is asked only for what the judge lacks.
    It is never asked for the names ``withheld``.
    """

    def __init__(self, session):
        super().__init__(vars(builtins))
        self.session, self.withheld = session, set()

    def __missing__(self, name):
        if name.startswith("__") or name in self.withheld:
            raise KeyError(name)
        return self.session.lookup(name)


@functools.cache
def read_test(source):
    """What can be told of a test cell before it is run; all submissions have the same ones.

    Returns:
        A dict: ``code``, the cell without IPython's magics, or None if it is no Python; ``names``,
        what it binds at its top level, or in a function by ``global``.
    """
    try:
        code = TransformerManager().transform_cell(source)
        tables = [symtable.symtable(code, "<test cell>", "exec")]
    except SyntaxError:
        return {"code": None, "names": []}  # it will say so when it is run
    names = set()
    for table in tables:
        for symbol in table.get_symbols():
            here = table.get_type() == "module" or symbol.is_declared_global()
            if here and (symbol.is_assigned() or symbol.is_imported()):
                names.add(symbol.get_name())
        tables += table.get_children()
    return {"code": code, "names": sorted(names)}


def show_student_error(shell, etype, error, tb, tb_offset=None):
    """Show an exception of the student's: the test's frames, then the student's own."""
    frame = tb
    while frame.tb_next and frame.tb_next.tb_frame.f_code.co_filename not in OURS:
        frame = frame.tb_next
    frame.tb_next = None
    lines = shell.InteractiveTB.structured_traceback(etype, error, tb, tb_offset=tb_offset)
    if error.traceback:
        lines.append(f"{SUBMISSION}\n{error.traceback}{error}")
    name = error.name if not isinstance(error, StudentEnded) else "Stopped"
    shell.emit(error_output(name, error.message, lines))
    return lines


def clean_outputs(outputs, limit):
    """nbformat outputs out of what a student's process says it has shown.

    Args:
        outputs: parsed JSON from a stranger.
        limit: how many bytes are kept.

    Returns:
        A list of outputs of known types whose parts are text; active types (scripts, widgets) are
        left out. A last one says so if something was cut.
    """
    kept, cut, most = [], False, limit
    for output in merge(filter(None, map(_clean, outputs))):
        size = len(json.dumps(output))
        if output["output_type"] == "too much" or size > limit:
            cut = True
            continue
        limit -= size
        kept.append(output)
    kept = settle(kept)
    if cut:
        text = f"(The rest was cut: this notebook wrote more than {most / 1e6:g} MB.)\n"
        kept.append({"output_type": "stream", "name": "stdout", "text": text})
    return kept


def settle(outputs):
    """What is left to see of outputs, some of which clear or update what was shown before."""
    kept, shown = [], {}
    for output in outputs:
        if output["output_type"] == "clear":
            kept, shown = [], {}
            continue
        display_id, update = output.pop("display_id", None), output.pop("update", False)
        if update:
            if display_id in shown:
                shown[display_id].update(output)
            continue
        if display_id is not None:
            shown[display_id] = output
        kept.append(output)
    return kept


def merge(outputs):
    """Join the texts of one stream that follow each other."""
    merged = []
    for key, run in itertools.groupby(outputs, lambda o: (o["output_type"], o.get("name"))):
        if key[0] == "stream":
            text = "".join(output["text"] for output in run)
            merged.append({"output_type": "stream", "name": key[1], "text": text})
        else:
            merged.extend(dict(output) for output in run)
    return merged


def _bounded(output, limit):
    """An output of the judge's own with every text in bounds: it may quote the submission.

    It is never left out, because a score may hang on it.
    """
    if output["output_type"] == "stream":
        # nbgrader takes all points for a word on stderr, which here is a warning of a library.
        return {**output, "name": "stdout", "text": _printable(output["text"])[:limit]}
    if output["output_type"] == "error":
        lines = [_printable(line)[:MESSAGE] for line in output["traceback"]]
        name, message = _printable(output["ename"]), _printable(output["evalue"])
        return error_output(name, message[:MESSAGE], lines)
    if output["output_type"] in ("display_data", "execute_result"):
        data = {kind: part[:limit] for kind, part in _clean_data(output["data"]).items()}
        return {**output, "metadata": {}, "data": data}
    return output


def _clean(output):
    if type(output) is not dict:
        return None
    kind = output.get("output_type")
    if kind in ("clear", "too much"):
        return {"output_type": kind}
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": kind, "name": name, "text": _printable(output.get("text"))}
    if kind == "error":
        lines = output.get("traceback")
        lines = [_printable(line) for line in lines] if type(lines) is list else []
        return error_output(
            _printable(output.get("ename")), _printable(output.get("evalue")), lines
        )
    if kind in ("display_data", "execute_result"):
        data = output.get("data") if type(output.get("data")) is dict else {}
        cleaned = {"output_type": kind, "metadata": {}, "data": _clean_data(data)}
        if kind == "execute_result":
            return cleaned | {"execution_count": None}
        if type(output.get("display_id")) is str:
            cleaned |= {"display_id": output["display_id"], "update": output.get("update") is True}
        return cleaned
    return None


def _clean_data(data):
    kept = {}
    for kind, part in data.items():
        picture = kind in PICTURE_TYPES and type(part) is str and BASE64.match(part)
        if kind in TEXT_TYPES or picture:
            kept[kind] = _printable(part)
    return kept


def _printable(text):
    """Text that can be written as UTF-8, whatever came."""
    return text.encode("utf-8", "replace").decode() if type(text) is str else ""
