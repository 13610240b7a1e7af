"""Damage to the cells of a notebook, their metadata and their ids.

`CELLS` maps the name of a kind to a function that changes a notebook's JSON with a `random.Random`.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from nbjudge_testing.fuzz.kinds import kind_of
from nbjudge_testing.fuzz.strange_values import ESCAPES, MARKDOWN, OUTPUTS, STRANGE

Raw = dict[str, Any]
CELLS: dict[str, Callable[[Raw, Random], None]] = {}


def named(raw: Raw) -> list[Raw]:
    """Return the cells that nbgrader knows."""
    return [cell for cell in raw["cells"] if "nbgrader" in cell["metadata"]]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) below a value."""
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    else:
        return []
    found = []
    for key, item in items:
        found += [(value, key), *places(item)]
    return found


@kind_of(CELLS)
def value_replaced(raw: Raw, chance: Random) -> None:
    container, key = chance.choice(places(raw))
    container[key] = json.loads(json.dumps(chance.choice(STRANGE)))


@kind_of(CELLS)
def value_removed(raw: Raw, chance: Random) -> None:
    container, key = chance.choice(places(raw))
    del container[key]


@kind_of(CELLS)
def cells_shuffled(raw: Raw, chance: Random) -> None:
    chance.shuffle(raw["cells"])


@kind_of(CELLS)
def cell_moved(raw: Raw, chance: Random) -> None:
    cell = raw["cells"].pop(chance.randrange(len(raw["cells"])))
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), cell)


@kind_of(CELLS)
def cell_copied(raw: Raw, chance: Random) -> None:
    copy = json.loads(json.dumps(chance.choice(raw["cells"])))
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), copy)


@kind_of(CELLS)
def cell_copied_and_changed(raw: Raw, chance: Random) -> None:
    copy = json.loads(json.dumps(chance.choice(named(raw))))
    copy["source"] = "pass"
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), copy)


@kind_of(CELLS)
def cell_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"].pop(chance.randrange(len(raw["cells"])))


@kind_of(CELLS)
def tests_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"] = [c for c in raw["cells"] if not c["metadata"].get("nbgrader", {}).get("grade")]


@kind_of(CELLS)
def all_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"] = []


@kind_of(CELLS)
def cells_merged(raw: Raw, chance: Random) -> None:
    place = chance.randrange(len(raw["cells"]) - 1)
    second = raw["cells"].pop(place + 1)
    raw["cells"][place]["source"] += "\n" + second["source"]


@kind_of(CELLS)
def cell_split(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    head, _, tail = cell["source"].partition("\n\n")
    cell["source"] = head
    rest = {"cell_type": cell["cell_type"], "metadata": {}, "source": tail}
    if cell["cell_type"] == "code":
        rest |= {"outputs": [], "execution_count": None}
    raw["cells"].insert(raw["cells"].index(cell) + 1, rest)


@kind_of(CELLS)
def type_changed(raw: Raw, chance: Random) -> None:
    chance.choice(raw["cells"])["cell_type"] = chance.choice(["markdown", "raw", "code", "x", None])


@kind_of(CELLS)
def test_rewritten(raw: Raw, chance: Random) -> None:
    for cell in named(raw):
        if cell["metadata"]["nbgrader"]["grade"]:
            cell["source"] = chance.choice(["pass", "5", "assert True", "", "exit()"])


@kind_of(CELLS)
def answer_in_another_cell(raw: Raw, chance: Random) -> None:
    cells = [c for c in named(raw) if c["metadata"]["nbgrader"]["solution"]]
    cell = chance.choice(cells)
    other = json.loads(json.dumps(cell)) | {"metadata": {}}
    cell["source"] = ""
    raw["cells"].insert(raw["cells"].index(cell) + chance.randint(0, 1), other)


@kind_of(CELLS)
def source_of_another_type(raw: Raw, chance: Random) -> None:
    chance.choice(named(raw))["source"] = chance.choice([7, None, {"a": 1}, [1, None, []], True])


@kind_of(CELLS)
def no_cell(raw: Raw, chance: Random) -> None:
    place = chance.randrange(len(raw["cells"]))
    raw["cells"][place] = chance.choice([None, 3, "cell", [], {}, {"cell_type": "code"}])


@kind_of(CELLS)
def many_cells(raw: Raw, chance: Random) -> None:
    raw["cells"] += [chance.choice(raw["cells"])] * chance.choice([1, 50, 300, 3000])


@kind_of(CELLS)
def ids_swapped(raw: Raw, chance: Random) -> None:
    first, second = chance.sample(named(raw), 2)
    first["metadata"], second["metadata"] = second["metadata"], first["metadata"]


@kind_of(CELLS)
def id_changed(raw: Raw, chance: Random) -> None:
    ids = [cell["metadata"]["nbgrader"]["grade_id"] for cell in named(raw)]
    new = chance.choice([*ids, "", "unknown", 7, None, {}, "../x", "é", "a\nb", "x" * 10_000])
    chance.choice(named(raw))["metadata"]["nbgrader"]["grade_id"] = new


@kind_of(CELLS)
def cell_ids(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        cell["id"] = chance.choice(["same", "", None, 7, "ä b", "x" * 99])


@kind_of(CELLS)
def metadata_dropped(raw: Raw, chance: Random) -> None:
    for cell in chance.choice([raw["cells"], [chance.choice(raw["cells"])]]):
        cell["metadata"] = {}


@kind_of(CELLS)
def metadata_of_another_type(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    cell["metadata"] = chance.choice([None, [], "x", {"nbgrader": []}, {"nbgrader": {"grade": 1}}])


@kind_of(CELLS)
def flags_changed(raw: Raw, chance: Random) -> None:
    for cell in named(raw):
        flags = cell["metadata"]["nbgrader"]
        for key in ("grade", "locked", "solution", "task"):
            flags[key] = chance.choice([True, False])
        flags["points"] = chance.choice([99, -1, 1e308, "5", None])
        flags["schema_version"] = chance.choice([3, 1, 4, 99, "3", None])


@kind_of(CELLS)
def tags_added(raw: Raw, chance: Random) -> None:
    tags = [
        "nbjudge:in-process",
        "nbjudge:with-all-tests",
        "skip-execution",
        "raises-exception",
        "hide_input",
    ]
    for cell in raw["cells"]:
        cell["metadata"]["tags"] = chance.choice([tags, tags[:1], "tags", 7])


@kind_of(CELLS)
def kernel_changed(raw: Raw, chance: Random) -> None:
    names: list[Any] = ["ir", "R", "python2", "", None, 7, "../../bin/sh", "x" * 9999, ESCAPES]
    name = chance.choice(names)
    raw["metadata"] = {"kernelspec": {"name": name, "display_name": name, "language": name}}


@kind_of(CELLS)
def format_changed(raw: Raw, chance: Random) -> None:
    raw["nbformat"] = chance.choice([0, 1, 2, 3, 5, -1, "4", None, 4.0])
    raw["nbformat_minor"] = chance.choice([0, 4, 99, -1, "5", None])


@kind_of(CELLS)
def outputs_added(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        if cell["cell_type"] == "code":
            forged = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
            forged["data"] = {"text/plain": "5", "application/vnd.nbjudge+json": {"score": 5}}
            cell["outputs"] = [chance.choice([forged, *OUTPUTS, None, 3])]


@kind_of(CELLS)
def attachments_added(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        cell["attachments"] = chance.choice([{"a.png": {"image/png": "AAAA"}}, [], {"a": 1}])


@kind_of(CELLS)
def text_that_is_hard_to_show(raw: Raw, chance: Random) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": ""}
    cell["source"] = chance.choice(MARKDOWN)
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), cell)


@kind_of(CELLS)
def cell_that_is_hard_to_show(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    cell["cell_type"] = chance.choice(["markdown", "raw", "code"])
    cell["source"] = chance.choice(MARKDOWN)


@kind_of(CELLS)
def outputs_that_are_hard_to_show(raw: Raw, chance: Random) -> None:
    output = chance.choice(OUTPUTS)
    chance.choice(raw["cells"])["outputs"] = [output] * chance.randint(1, 3)


@kind_of(CELLS)
def metadata_nested(raw: Raw, chance: Random) -> None:
    value: Any = 1
    for _ in range(chance.choice([5, 90, 400])):
        value = chance.choice([{"a": value}, [value]])
    chance.choice(raw["cells"])["metadata"] = {"deep": value}


@kind_of(CELLS)
def old_format(raw: Raw, chance: Random) -> None:
    level = chance.choice([1, 7, 10**5, 10**9, "x", None])
    heading = {"cell_type": "heading", "level": level, "source": "x", "metadata": {}}
    raw["nbformat"] = chance.choice([0, 1, 2, 3, 5, -1, "4"])
    raw["worksheets"] = [{"cells": [*raw["cells"], heading]}] * chance.randint(1, 2)


@kind_of(CELLS)
def id_forged(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    ids = [known["metadata"]["nbgrader"]["grade_id"] for known in named(raw)]
    forged = {"grade_id": chance.choice([*ids, ESCAPES, "", 7]), "grade": True, "points": 99}
    cell["metadata"] = {"nbgrader": forged}
