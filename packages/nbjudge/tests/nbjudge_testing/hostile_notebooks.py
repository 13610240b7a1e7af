"""Hostile notebooks and files: random mutations of an honest submission.

Entry points: `mutate`, `hostile_files`. Both draw from a `random.Random`, so a case can be
reproduced from its seed.
"""

import json
import random
from collections.abc import Callable
from typing import Any

LARGEST = 50_000_000  # bytes of all cells; larger files are refused anyway, and fill our memory
ESCAPES = "\x1b[2J\x1b]0;title\x07\r\nada: forged\x9b31m\u202e"
STRANGE: list[Any] = [
    None, True, -1, 0, 10**400, 1e308, "", "x" * 200_000, ESCAPES, "\ud83d", "\0", [], {}, [[]],
    {"cell_type": "code"}, ["a", 1, None], "../../x", "__proto__", "<script>alert(1)</script>",
]  # fmt: skip
MARKDOWN = [
    "<p>" + "".join(f"<b title={i}>" for i in range(900)) + "<p>x" * 900,
    "\\begin{a}" * 9000,
    "[" * 30_000,
    "> " * 10_000 + "x",
    "*a **b " * 8000,
    "`" * 30_000,
    "<div>" * 15_000,
    "| a " * 4000 + "\n" + "|-" * 4000 + "\n" + "| x " * 4000,
    "![x](attachment:y)" * 500,
    ESCAPES,
]
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": "\x1b[1m" * 20_000},
    {"output_type": "display_data", "data": {"text/html": "<div>" * 20_000}, "metadata": {}},
    {"output_type": "display_data", "data": {"text/markdown": "[" * 20_000}, "metadata": {}},
    {"output_type": "error", "ename": ESCAPES, "evalue": ESCAPES, "traceback": [ESCAPES] * 99},
]
TIMES = [
    "2024-01-01 10:00:00 /proc/self/mem",
    "1.1." * 50_000,
    "2000-01-01 00:00:00 UTC",
    ESCAPES,
    "9999-12-31T23:59:59-23:59",
    "",
]


def mutate(notebook: bytes, chance: random.Random) -> bytes:
    """Change a notebook in one to four ways."""
    raw = json.loads(notebook)
    for _ in range(chance.randint(1, 4)):
        chance.choice(CHANGES)(raw, chance)
    sheets = raw.get("worksheets") if isinstance(raw, dict) else None
    for holder in (raw, *(sheets if isinstance(sheets, list) else [])):
        _bound(holder)
    data = json.dumps(raw).encode()
    if chance.random() < 0.2:
        data = chance.choice(BYTES)(data, chance)
    return data


def hostile_files(chance: random.Random) -> dict[str, bytes]:
    """Return files to put next to the notebooks, by name."""
    files = {}
    if chance.random() < 0.5:
        files["timestamp.txt"] = chance.choice(TIMES).encode()
    if chance.random() < 0.3:
        files["nbjudge.json"] = json.dumps({"status": "graded", "reasons": [ESCAPES]}).encode()
    if chance.random() < 0.2:
        files["e" + "\u0301" * 40 + ".txt"] = b"\0" * 1000
    return files


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) below a value."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    found = []
    for key, item in items:
        found += [(value, key), *_places(item)]
    return found


def _replace(raw: Any, chance: random.Random) -> None:
    places = _places(raw)
    if places:
        container, key = chance.choice(places)
        container[key] = json.loads(json.dumps(chance.choice(STRANGE)))


def _remove(raw: Any, chance: random.Random) -> None:
    places = _places(raw)
    if places:
        container, key = chance.choice(places)
        del container[key]


def _cell(raw: Any, chance: random.Random) -> dict[str, Any] | None:
    cells = raw.get("cells") if isinstance(raw, dict) else None
    cells = [cell for cell in cells if isinstance(cell, dict)] if isinstance(cells, list) else []
    return chance.choice(cells) if cells else None


def _put_markdown(raw: Any, chance: random.Random) -> None:
    if cell := _cell(raw, chance):
        cell["cell_type"] = chance.choice(["markdown", "raw", "code"])
        cell["source"] = chance.choice(MARKDOWN)


def _put_outputs(raw: Any, chance: random.Random) -> None:
    if cell := _cell(raw, chance):
        cell["outputs"] = [chance.choice(OUTPUTS)] * chance.randint(1, 3)


def _bound(raw: Any) -> None:
    """Drop the cells beyond `LARGEST` bytes, because repeated mutations can make huge ones."""
    cells, sizes, left = raw.get("cells") if isinstance(raw, dict) else None, {}, LARGEST
    for number, cell in enumerate(cells if isinstance(cells, list) else []):
        if id(cell) not in sizes:
            sizes[id(cell)] = len(json.dumps(cell))
        left -= sizes[id(cell)]
        if left < 0:
            del cells[number:]
            return


def _repeat_cells(raw: Any, chance: random.Random) -> None:
    if cell := _cell(raw, chance):
        raw["cells"] += [cell] * chance.choice([1, 50, 3000])


def _nest(raw: Any, chance: random.Random) -> None:
    if cell := _cell(raw, chance):
        value: Any = 1
        for _ in range(chance.choice([5, 90, 400])):
            value = {"a": value} if chance.random() < 0.5 else [value]
        cell["metadata"] = {"deep": value}


def _kernel(raw: Any, chance: random.Random) -> None:
    if isinstance(raw, dict):
        strange = chance.choice([ESCAPES, "R", 3, None, "x" * 9999])
        raw["metadata"] = {"kernelspec": {"name": strange, "language": strange}}


def _old_format(raw: Any, chance: random.Random) -> None:
    if isinstance(raw, dict):
        cells = raw.get("cells", [])
        level = chance.choice([1, 7, 10**5, 10**9, "x", None])
        heading = {"cell_type": "heading", "level": level, "source": "x", "metadata": {}}
        cells = [*cells, heading] if isinstance(cells, list) else cells
        raw["nbformat"] = chance.choice([0, 1, 2, 3, 5, -1, "4"])
        raw["worksheets"] = [{"cells": cells}] * chance.randint(1, 2)


def _rename_ids(raw: Any, chance: random.Random) -> None:
    if cell := _cell(raw, chance):
        nbgrader = {"grade_id": chance.choice(["add", "test-add-small", ESCAPES, "", 7])}
        cell["metadata"] = {"nbgrader": nbgrader | {"grade": True, "points": 99}}


Change = Callable[[Any, random.Random], None]
CHANGES: list[Change] = [
    _replace, _replace, _remove, _put_markdown, _put_outputs, _repeat_cells, _nest, _kernel,
    _old_format, _rename_ids,
]  # fmt: skip


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randint(0, len(data))]


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 9)):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _pad(data: bytes, chance: random.Random) -> bytes:
    return chance.choice([b"[" * 50_000, b"\xef\xbb\xbf", b" " * 100_000, b"\0"]) + data


BYTES: list[Callable[[bytes, random.Random], bytes]] = [_cut, _flip, _pad]
