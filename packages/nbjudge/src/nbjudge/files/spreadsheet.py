"""Read a table that a person has saved as CSV in a spreadsheet.

Entry point: `read_spreadsheet`.
"""

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import UsageError
from .text import one_line

SEPARATOR = re.compile(r'"?sep=([,;\t])"?', re.IGNORECASE)  # a first line for Excel


class Row(NamedTuple):
    """Row of a table."""

    line: int  # of the file, from 1
    fields: dict[str, str]  # by the name of the column, in lower case with "_" for spaces


def read_spreadsheet(path: Path, required: Sequence[str]) -> list[Row]:
    r"""Read a CSV file as spreadsheets write it.

    It may begin with a byte order mark or with a line that names the separator (`sep=;`), and its
    fields may be separated by commas, semicolons or tabs. Empty rows are left out, and spaces
    around a field.

    Parameters
    ----------
    path
        The file.
    required
        The columns that it must have, in lower case.

    Returns
    -------
    list of Row
        The rows after the first, which names the columns. A field that a row lacks is "".

    Raises
    ------
    UsageError
        If the file cannot be read, is not UTF-8 (with the row shown), lacks a column or has one
        twice.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "extensions.csv")
    >>> _ = path.write_text("\ufeffID;Days\nada;2\n", encoding="utf-8")
    >>> read_spreadsheet(path, ["id"])
    [Row(line=2, fields={'id': 'ada', 'days': '2'})]
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    text = _decode(path, data)
    first, _, rest = text.partition("\n")
    if hint := SEPARATOR.fullmatch(first.rstrip("\r")):
        delimiter = hint[1]
        text = f"\n{rest}"  # the other lines keep their numbers
    else:
        delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, [field.strip() for field in row]) for row in reader]
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num} is not CSV: {error}") from None
    filled = [(line, fields) for line, fields in rows if any(fields)]
    header = [name.lower().replace(" ", "_") for name in filled[0][1]] if filled else []
    for name in header:
        if name and header.count(name) > 1:
            raise UsageError(f"{path} has the column {name!r} twice. Remove one")
    for name in required:
        if name not in header:
            raise UsageError(f"{path} has no column {name!r}. Name it in the first line")
    table = []
    for line, fields in filled[1:]:
        if any(fields[len(header) :]):
            raise UsageError(
                f"{path}, line {line} has {len(fields)} fields, and the first line has "
                f"{len(header)}. Put quotes around a field that contains {delimiter!r}"
            )
        missing = [""] * (len(header) - len(fields))
        fields = fields[: len(header)] + missing
        table.append(Row(line, dict(zip(header, fields, strict=True))))
    return table


def _decode(path: Path, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        row = data.splitlines()[line - 1].decode("utf-8", errors="replace")
        raise UsageError(
            f"{path}, line {line} is not UTF-8: {one_line(row)}. Save the table again, as CSV UTF-8"
        ) from None
