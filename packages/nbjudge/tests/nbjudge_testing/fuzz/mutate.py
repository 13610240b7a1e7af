"""Random damage to one notebook, in one to four ways.

Entry points: `mutate`; `damage_cells` and `damage_bytes` for a given kind; `files_beside`. All draw
from a `random.Random`, so a case can be reproduced from its seed.
"""

import json
from random import Random
from typing import Any

from nbjudge_testing.fuzz.byte_damage import BYTES
from nbjudge_testing.fuzz.cell_damage import CELLS, Raw
from nbjudge_testing.fuzz.strange_values import ESCAPES, TIMES

LARGEST = 50_000_000  # bytes of all cells; larger files are refused anyway, and fill our memory


def mutate(notebook: bytes, chance: Random) -> bytes:
    """Damage a notebook in one to four ways, and one notebook of five in its bytes, too."""
    raw = json.loads(notebook)
    for _ in range(chance.randint(1, 4)):
        raw = damage_cells(raw, chance.choice([*CELLS]), chance)
    data = json.dumps(raw).encode()
    if chance.random() < 0.2:
        data = damage_bytes(data, chance.choice([*BYTES]), chance)
    return data


def damage_cells(raw: Raw, kind: str, chance: Random) -> Raw:
    """Return a notebook with damage of a kind of `CELLS`; `raw` may be changed.

    Earlier damage may leave nothing for this kind to damage: then it stays as it is.
    """
    before = json.dumps(raw)
    try:
        CELLS[kind](raw, chance)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return json.loads(before)
    sheets = raw.get("worksheets")
    for holder in (raw, *(sheets if isinstance(sheets, list) else [])):
        _bound(holder)
    return raw


def damage_bytes(data: bytes, kind: str, chance: Random) -> bytes:
    """Return a file with damage of a kind of `BYTES`, or as it is if there is nothing to damage."""
    try:
        return BYTES[kind](data, chance)
    except (IndexError, ValueError, TypeError, RecursionError):
        return data


def files_beside(chance: Random) -> dict[str, bytes]:
    """Return files to put next to the notebooks, by name."""
    files = {}
    if chance.random() < 0.5:
        files["timestamp.txt"] = chance.choice(TIMES).encode()
    if chance.random() < 0.3:
        files["nbjudge.json"] = json.dumps({"status": "graded", "reasons": [ESCAPES]}).encode()
    if chance.random() < 0.2:
        files["e" + "\u0301" * 40 + ".txt"] = b"\0" * 1000
    return files


def _bound(holder: Any) -> None:
    """Drop the cells beyond `LARGEST` bytes, because repeated damage can make huge notebooks."""
    cells = holder.get("cells") if isinstance(holder, dict) else None
    sizes: dict[int, int] = {}
    left = LARGEST
    for number, cell in enumerate(cells if isinstance(cells, list) else []):
        # A cell may be there thousands of times.
        if id(cell) not in sizes:
            sizes[id(cell)] = len(json.dumps(cell))
        left -= sizes[id(cell)]
        if left < 0:
            del cells[number:]
            return
