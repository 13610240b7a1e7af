"""Outputs of a notebook in nbformat, made from untrusted JSON and limited in size.

`Shelf` collects the outputs that the student's process sends. `tidy` turns them into the outputs of
a cell, and `bounded` limits the size of the judge's own outputs.
"""

import itertools
import re
from collections.abc import Iterable
from typing import Any

from ..application import current
from .messages import Json, Output

MESSAGE = 20_000  # characters of an error's message, and of a part of its traceback
LAST_WORDS = 1_000  # characters of an error's message once the limit is reached
OVERHEAD = 100  # bytes that an output counts in addition to its text
# The key, in an error of the judge's, of the entry of its traceback that is the submission's own.
SUBMISSION = "submission"
TEXT_TYPES = {"text/plain", "text/html", "text/markdown", "text/latex", "image/svg+xml"}
PICTURE_TYPES = {"image/png", "image/jpeg", "image/gif"}
BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*\Z")


def error_output(name: str, message: str, traceback: list[str]) -> Output:
    """Return an nbformat ``error`` output."""
    return {"output_type": "error", "ename": name, "evalue": message, "traceback": traceback}


def not_run(reason: str | None) -> Output:
    """Return the error of a cell that was not run, because the notebook had ended before it."""
    return error_output("NotRun", f"This cell was not run: {reason}.", [])


def cell_ended(reason: str) -> Output:
    """Return the error of a cell during which the notebook, or its time, ended."""
    return error_output("Stopped", f"This cell was stopped: {reason}.", [])


def stream_output(name: str, text: str) -> Output:
    """Return an nbformat ``stream`` output."""
    return {"output_type": "stream", "name": name, "text": text}


def size_of(output: Output) -> int:
    """Return the number of bytes that an output counts towards the limit."""
    if output["output_type"] == "stream":
        return len(output["text"].encode("utf-8", "replace"))
    texts = [output.get("ename", ""), output.get("evalue", ""), *output.get("traceback", [])]
    texts += map(str, output.get("data", {}).values())
    return sum(len(text.encode("utf-8", "replace")) for text in texts) + OVERHEAD


def beginning(output: Output, size: int) -> Output:
    """Return the first `size` bytes of a ``stream`` output, as an output."""
    text = output["text"].encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
    return stream_output(output["name"], text)


class Shelf:
    """A store for the outputs of the student's process, up to the limit of the notebook.

    `limit` is the number of bytes that are kept of the whole notebook. The beginning of one error
    message in each cell is kept in addition.
    """

    def __init__(self, limit: int):
        self.limit = self.left = limit
        self.kept: list[Output] = []
        self.cut = False

    def put(self, output: Json) -> None:
        """Keep an output, which is untrusted JSON.

        MIME types that are not known here, and active ones (scripts, widgets), are left out.
        """
        # Instructors open the autograded notebook in JupyterLab, and its page in a browser. A front
        # end can run ``application/javascript``, and build a widget from its MIME type, with the
        # rights of the person who looks. So MIME types are kept by an allow-list.
        cleaned = _clean(output)
        if cleaned is None:
            return
        if cleaned["output_type"] == "too much":
            self.cut = True
            return
        before = self.kept[-1] if self.kept else {}
        stream = cleaned["output_type"] == "stream"
        if stream and before.get("name") != cleaned["name"]:
            self.left -= OVERHEAD
        if (size := size_of(cleaned)) <= self.left:
            self.left -= size
            self.kept.append(cleaned)
            return
        if stream and self.left > 0:
            self.kept.append(beginning(cleaned, self.left))
        elif cleaned["output_type"] == "error" and not self.cut:
            # Of an error, the beginning is kept in any case: it says why the cell ended.
            message = cleaned["evalue"][:LAST_WORDS]
            self.kept.append(error_output(cleaned["ename"][:LAST_WORDS], message, []))
        self.left = 0
        self.cut = True

    def take(self) -> list[Output]:
        """Return the outputs kept since the last call; a last one says so if something was cut."""
        outputs = tidy(self.kept)
        self.kept = []
        if self.cut:
            megabytes = self.limit / 1e6
            text = f"(Output truncated: this notebook wrote more than {megabytes:g} MB.)\n"
            outputs.append(stream_output("stdout", text))
            self.cut = False
        return outputs


def without_stderr(outputs: Iterable[Output]) -> list[Output]:
    """Return outputs with stderr relabelled as stdout, for `Application.scores_stderr`."""
    return [
        output | {"name": "stdout"} if output["output_type"] == "stream" else output
        for output in outputs
    ]


def tidy(outputs: Iterable[Output]) -> list[Output]:
    """Return the outputs of a cell as a front end would leave them on the screen, in order.

    Consecutive texts of one stream are joined. Outputs that clear or update earlier ones are
    applied.
    """
    return _settle(_merge(outputs))


def _merge(outputs: Iterable[Output]) -> list[Output]:
    merged: list[Output] = []
    for (kind, name), run in itertools.groupby(
        outputs, lambda output: (output["output_type"], output.get("name"))
    ):
        if kind == "stream":
            merged.append(stream_output(str(name), "".join(output["text"] for output in run)))
        else:
            merged.extend(dict(output) for output in run)
    return merged


def _settle(outputs: Iterable[Output]) -> list[Output]:
    kept: list[Output] = []
    shown: dict[str, Output] = {}
    for output in outputs:
        if output["output_type"] == "clear":
            kept = []
            shown = {}
            continue
        display_id = output.pop("display_id", None)
        update = output.pop("update", False)
        if update:
            if display_id in shown:
                shown[display_id].update(output)
            continue
        if display_id is not None:
            shown[display_id] = output
        kept.append(output)
    return kept


def bounded(output: Output, limit: int) -> Output:
    """Return an output of the judge's own with every text cut to a size.

    Such an output can quote the submission. It is never left out, because a score may depend on it.
    `limit` is the number of characters that are kept of a stream or of the data of one MIME type.
    """
    kind = output["output_type"]
    if kind == "stream":
        name = "stdout" if current().scores_stderr else output["name"]
        return stream_output(name, as_utf8(output["text"])[:limit])
    if kind == "error":
        lines = [as_utf8(line)[:MESSAGE] for line in output["traceback"]]
        name = as_utf8(output["ename"])
        message = as_utf8(output["evalue"])
        own = {SUBMISSION: output[SUBMISSION]} if SUBMISSION in output else {}
        return error_output(name, message[:MESSAGE], lines) | own
    if kind in ("display_data", "execute_result"):
        data = {name: part[:limit] for name, part in _clean_data(output["data"]).items()}
        return {**output, "metadata": {}, "data": data}
    return output


def _clean(output: Json) -> Output | None:
    # Every output is built anew from the fields that are known. Nothing else is copied: a field or
    # a metadata entry that a front end gives a meaning to must not come from the submission.
    if type(output) is not dict:
        return None
    kind = output.get("output_type")
    if kind in ("clear", "too much"):
        return {"output_type": kind}
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return stream_output(name, as_utf8(output.get("text")))
    if kind == "error":
        lines = output.get("traceback")
        lines = [as_utf8(line) for line in lines] if type(lines) is list else []
        return error_output(as_utf8(output.get("ename")), as_utf8(output.get("evalue")), lines)
    if kind in ("display_data", "execute_result"):
        data = output.get("data") if type(output.get("data")) is dict else {}
        cleaned: Output = {"output_type": kind, "metadata": {}, "data": _clean_data(data)}
        if kind == "execute_result":
            return cleaned | {"execution_count": None}
        if type(output.get("display_id")) is str:
            cleaned |= {"display_id": output["display_id"], "update": output.get("update") is True}
        return cleaned
    return None


def _clean_data(data: Json) -> dict[str, Any]:
    # HTML, Markdown and SVG are kept as they are: whoever shows them on a page must sanitize them.
    # Pictures must be base64, because pages place them in an attribute, which a quotation mark
    # would end.
    kept: dict[str, Any] = {}
    for kind, part in data.items():
        picture = kind in PICTURE_TYPES and type(part) is str and BASE64.match(part)
        if kind in TEXT_TYPES or picture:
            kept[kind] = as_utf8(part)
        elif kind in current().tables and type(part) is list:
            kept[kind] = [row for row in map(_clean_row, part) if row]
    return kept


def _clean_row(row: Json) -> list[Json] | None:
    """Return a row of a table with bounded texts; None if it isn't a list of texts and numbers."""
    if type(row) is not list or not all(isinstance(cell, str | int | float) for cell in row):
        return None
    return [as_utf8(cell)[:MESSAGE] if isinstance(cell, str) else cell for cell in row]


def as_utf8(text: Json) -> str:
    """Return a text that can be encoded as UTF-8; empty if the argument is no text."""
    return text.encode("utf-8", "replace").decode() if type(text) is str else ""
