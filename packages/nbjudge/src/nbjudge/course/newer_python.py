"""Notebooks that were written with a newer Python than the one that grades them.

Syntax and names of a newer Python cost points here, which is no fault of the student's. Entry
point: `newer_python`.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

VERSION = re.compile(r"(\d{1,2})\.(\d{1,3})(?!\d)")
# What a newer Python would not have raised, such as for `type X = int`, for `from typing import
# override`, and for `itertools.batched`.
ERRORS = re.compile(r"(SyntaxError): |(ImportError): |(AttributeError): module '")


def newer_python(language_info: Mapping[str, Any], cells: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line if cells ended with errors that a notebook's own Python may not raise.

    `language_info` is the notebook's, from its metadata; `cells` are those of the autograded one.
    The line continues a sentence that begins with the file's name.
    """
    version = VERSION.match(str(language_info.get("version", "")))
    if version is None or language_info.get("name") != "python":
        return []
    theirs = (int(version[1]), int(version[2]))
    ours = sys.version_info[:2]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    errors = [f"{output['ename']}: {output['evalue']}" for output in outputs if "ename" in output]
    matches = [match for match in map(ERRORS.match, errors) if match]
    if theirs <= ours or not matches:
        return []
    names = sorted({match.group(match.lastindex or 0) for match in matches})
    return [
        f"was written with Python {_text(theirs)}; with Python {_text(ours)}, which graded it, it "
        f"ended with {' and '.join(names)}"
    ]


def _text(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
