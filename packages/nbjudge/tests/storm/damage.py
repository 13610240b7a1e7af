"""Damage: what happens to the cells, the bytes and the folder of a hand-in.

`CELLS` changes the JSON of a notebook, `BYTES` the bytes of its file, and `FOLDER` the folder that
was handed in. Each maps the name of a kind to a function that draws from a `random.Random`.
"""

import base64
import json
import os
import shutil
import stat
import unicodedata
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import hostile_notebooks

Raw = dict[str, Any]
CELLS: dict[str, Callable[[Raw, Random], None]] = {}
BYTES: dict[str, Callable[[bytes, Random], bytes]] = {}
FOLDER: dict[str, Callable[[Path, str, Random], None]] = {}


def _kind(table: dict[str, Any]) -> Callable[[Any], Any]:
    def add(function: Any) -> Any:
        table[function.__name__.replace("_", " ")] = function
        return function

    return add


# ---- cells, their metadata and their ids -----------------------------------------------------


def named(raw: Raw) -> list[Raw]:
    """Return the cells that nbgrader knows."""
    return [cell for cell in raw["cells"] if "nbgrader" in cell["metadata"]]


@_kind(CELLS)
def cells_shuffled(raw: Raw, chance: Random) -> None:
    chance.shuffle(raw["cells"])


@_kind(CELLS)
def cell_moved(raw: Raw, chance: Random) -> None:
    cell = raw["cells"].pop(chance.randrange(len(raw["cells"])))
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), cell)


@_kind(CELLS)
def cell_copied(raw: Raw, chance: Random) -> None:
    copy = json.loads(json.dumps(chance.choice(raw["cells"])))
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), copy)


@_kind(CELLS)
def cell_copied_and_changed(raw: Raw, chance: Random) -> None:
    copy = json.loads(json.dumps(chance.choice(named(raw))))
    copy["source"] = "pass"
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), copy)


@_kind(CELLS)
def cell_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"].pop(chance.randrange(len(raw["cells"])))


@_kind(CELLS)
def tests_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"] = [c for c in raw["cells"] if not c["metadata"].get("nbgrader", {}).get("grade")]


@_kind(CELLS)
def all_deleted(raw: Raw, chance: Random) -> None:
    raw["cells"] = []


@_kind(CELLS)
def cells_merged(raw: Raw, chance: Random) -> None:
    place = chance.randrange(len(raw["cells"]) - 1)
    second = raw["cells"].pop(place + 1)
    raw["cells"][place]["source"] += "\n" + second["source"]


@_kind(CELLS)
def cell_split(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    head, _, tail = cell["source"].partition("\n\n")
    cell["source"] = head
    rest = {"cell_type": cell["cell_type"], "metadata": {}, "source": tail}
    if cell["cell_type"] == "code":
        rest |= {"outputs": [], "execution_count": None}
    raw["cells"].insert(raw["cells"].index(cell) + 1, rest)


@_kind(CELLS)
def type_changed(raw: Raw, chance: Random) -> None:
    chance.choice(raw["cells"])["cell_type"] = chance.choice(["markdown", "raw", "code", "x", None])


@_kind(CELLS)
def test_rewritten(raw: Raw, chance: Random) -> None:
    for cell in named(raw):
        if cell["metadata"]["nbgrader"]["grade"]:
            cell["source"] = chance.choice(["pass", "5", "assert True", "", "exit()"])


@_kind(CELLS)
def answer_in_another_cell(raw: Raw, chance: Random) -> None:
    cells = [c for c in named(raw) if c["metadata"]["nbgrader"]["solution"]]
    cell = chance.choice(cells)
    other = json.loads(json.dumps(cell)) | {"metadata": {}}
    cell["source"] = ""
    raw["cells"].insert(raw["cells"].index(cell) + chance.randint(0, 1), other)


@_kind(CELLS)
def source_of_another_type(raw: Raw, chance: Random) -> None:
    chance.choice(named(raw))["source"] = chance.choice([7, None, {"a": 1}, [1, None, []], True])


@_kind(CELLS)
def no_cell(raw: Raw, chance: Random) -> None:
    place = chance.randrange(len(raw["cells"]))
    raw["cells"][place] = chance.choice([None, 3, "cell", [], {}, {"cell_type": "code"}])


@_kind(CELLS)
def many_cells(raw: Raw, chance: Random) -> None:
    raw["cells"] += [chance.choice(raw["cells"])] * chance.choice([300, 3000])


@_kind(CELLS)
def ids_swapped(raw: Raw, chance: Random) -> None:
    first, second = chance.sample(named(raw), 2)
    first["metadata"], second["metadata"] = second["metadata"], first["metadata"]


@_kind(CELLS)
def id_changed(raw: Raw, chance: Random) -> None:
    ids = [cell["metadata"]["nbgrader"]["grade_id"] for cell in named(raw)]
    new = chance.choice([*ids, "", "unknown", 7, None, {}, "../x", "é", "a\nb", "x" * 10_000])
    chance.choice(named(raw))["metadata"]["nbgrader"]["grade_id"] = new


@_kind(CELLS)
def cell_ids(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        cell["id"] = chance.choice(["same", "", None, 7, "ä b", "x" * 99])


@_kind(CELLS)
def metadata_dropped(raw: Raw, chance: Random) -> None:
    for cell in chance.choice([raw["cells"], [chance.choice(raw["cells"])]]):
        cell["metadata"] = {}


@_kind(CELLS)
def metadata_of_another_type(raw: Raw, chance: Random) -> None:
    cell = chance.choice(raw["cells"])
    cell["metadata"] = chance.choice([None, [], "x", {"nbgrader": []}, {"nbgrader": {"grade": 1}}])


@_kind(CELLS)
def flags_changed(raw: Raw, chance: Random) -> None:
    for cell in named(raw):
        flags = cell["metadata"]["nbgrader"]
        for key in ("grade", "locked", "solution", "task"):
            flags[key] = chance.choice([True, False])
        flags["points"] = chance.choice([99, -1, 1e308, "5", None])
        flags["schema_version"] = chance.choice([3, 1, 4, 99, "3", None])


@_kind(CELLS)
def tags_added(raw: Raw, chance: Random) -> None:
    tags = ["nbjudge:shared", "nbjudge:whole", "skip-execution", "raises-exception", "hide_input"]
    for cell in raw["cells"]:
        cell["metadata"]["tags"] = chance.choice([tags, tags[:1], "tags", 7])


@_kind(CELLS)
def kernel_changed(raw: Raw, chance: Random) -> None:
    names: list[Any] = ["ir", "python2", "", None, 7, "../../bin/sh", "x" * 9999]
    name = chance.choice(names)
    raw["metadata"] = {"kernelspec": {"name": name, "display_name": name, "language": name}}


@_kind(CELLS)
def format_changed(raw: Raw, chance: Random) -> None:
    raw["nbformat"] = chance.choice([0, 1, 2, 3, 5, -1, "4", None, 4.0])
    raw["nbformat_minor"] = chance.choice([0, 4, 99, -1, "5", None])


@_kind(CELLS)
def outputs_added(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        if cell["cell_type"] == "code":
            forged = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
            forged["data"] = {"text/plain": "5", "application/vnd.nbjudge+json": {"score": 5}}
            cell["outputs"] = [chance.choice([forged, *hostile_notebooks.OUTPUTS, None, 3])]


@_kind(CELLS)
def attachments_added(raw: Raw, chance: Random) -> None:
    for cell in raw["cells"]:
        cell["attachments"] = chance.choice([{"a.png": {"image/png": "AAAA"}}, [], {"a": 1}])


@_kind(CELLS)
def text_that_is_hard_to_show(raw: Raw, chance: Random) -> None:
    cell = {"cell_type": "markdown", "metadata": {}, "source": ""}
    cell["source"] = chance.choice(hostile_notebooks.MARKDOWN)
    raw["cells"].insert(chance.randint(0, len(raw["cells"])), cell)


# ---- bytes -----------------------------------------------------------------------------------


@_kind(BYTES)
def mutated(data: bytes, chance: Random) -> bytes:
    return hostile_notebooks.mutate(data, chance)


@_kind(BYTES)
def cut(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


@_kind(BYTES)
def hole(data: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(data))
    size = chance.randint(1, 500)
    return data[:start] + bytes(size) + data[start + size :]


@_kind(BYTES)
def bits_flipped(data: bytes, chance: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 9)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


@_kind(BYTES)
def two_in_one(data: bytes, chance: Random) -> bytes:
    return data + chance.choice([b"", b"\n", b","]) + data


@_kind(BYTES)
def another_kind_of_file(data: bytes, chance: Random) -> bytes:
    starts = [b"PK\x03\x04", b"%PDF-1.7\n", b"<!DOCTYPE html>", b"\x1f\x8b", b"\0", b"#!/bin/sh\n"]
    return chance.choice([chance.choice(starts) + data, b"", b" \n", base64.b64encode(data)])


@_kind(BYTES)
def conflict_marks(data: bytes, chance: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    marks = [b"<<<<<<< HEAD\n", lines[place], b"=======\n", lines[place], b">>>>>>> other\n"]
    return b"".join([*lines[:place], *marks, *lines[place + 1 :]])


@_kind(BYTES)
def another_encoding(data: bytes, chance: Random) -> bytes:
    text = data.decode(errors="replace").replace('"source"', '"\u00fc": "\u00e4\u00f6", "source"')
    codec = chance.choice(["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "utf-7"])
    return text.encode(codec, "replace")


@_kind(BYTES)
def other_line_ends(data: bytes, chance: Random) -> bytes:
    end = chance.choice([b"\r\n", b"\r", b"\x0b", "\u2028".encode()])
    return data.replace(b"\n", end)


@_kind(BYTES)
def odd_json(data: bytes, chance: Random) -> bytes:
    odd = [
        "NaN",
        "Infinity",
        "1" * 10_000,
        "1e999",
        '"\\ud83d"',
        "[" * 300 + "]" * 300,
        "tru",
        "'a'",
    ]
    return data.replace(b"{", b'{"odd": ' + chance.choice(odd).encode() + b", ", 1)


@_kind(BYTES)
def key_twice(data: bytes, chance: Random) -> bytes:
    end = data.rindex(b"}") if b"}" in data else len(data)
    second = chance.choice([b'"cells": []', b'"cells": null', b'"metadata": 3', b'"nbformat": 3'])
    return data[:end] + b", " + second + data[end:]


@_kind(BYTES)
def nested_deep(data: bytes, chance: Random) -> bytes:
    depth = chance.choice([100, 5000, 200_000])
    deep = b'{"a": ' * depth + b"1" + b"}" * depth
    return data.replace(b'"metadata": {}', b'"metadata": ' + deep, 1)


@_kind(BYTES)
def too_large(data: bytes, chance: Random) -> bytes:
    return data + b" " * chance.choice([1_000_000, 25_000_000])


# ---- the folder: names, links, sizes -----------------------------------------------------------


def course_of(folder: Path) -> Path:
    """Return the course of a hand-in, which is in the course or in the exchange next to it."""
    courses = (parent / "course" for parent in folder.parents)
    return next(course for course in courses if (course / "nbgrader_config.py").exists())


@_kind(FOLDER)
def notebook_missing(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()


@_kind(FOLDER)
def notebook_renamed(folder: Path, file: str, chance: Random) -> None:
    stem = file.removesuffix(".ipynb")
    names = [
        f"{stem}.IPYNB", f"{stem}.ipynb.txt", f"{stem}.json", f"{stem} (1).ipynb", f"{stem}.ipynb ",
        f"{stem}-Copy1.ipynb", f"{stem.upper()}.ipynb", f".{file}", f"ada_{file}", "x.ipynb",
        unicodedata.normalize("NFD", f"{stem}\u00e9.ipynb"), f"a\nb{file}", "\u202e" + file,
    ]  # fmt: skip
    (folder / file).rename(folder / chance.choice(names))


@_kind(FOLDER)
def notebook_in_a_folder(folder: Path, file: str, chance: Random) -> None:
    below = folder / chance.choice(["ps", "a/b/c", "__MACOSX", ".ipynb_checkpoints", "x.ipynb"])
    below.mkdir(parents=True)
    (folder / file).rename(below / file)


@_kind(FOLDER)
def notebook_twice(folder: Path, file: str, chance: Random) -> None:
    stem = file.removesuffix(".ipynb")
    data = (folder / file).read_bytes()
    names = [f"{stem}-Copy1.ipynb", f"{stem} (2).ipynb", f"{stem}.IPYNB", f"sub/{file}"]
    copy = folder / chance.choice(names)
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(chance.choice([data, data.replace(b"return", b"raise"), b"", b"{}"]))


@_kind(FOLDER)
def folder_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()
    (folder / file).mkdir()


@_kind(FOLDER)
def link_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    course = course_of(folder)
    targets = [
        course / "source" / "ps" / file, course / "gradebook.db", "/dev/zero", "/etc/passwd",
        "nowhere", file, folder, course / "autograded" / "honest-0" / "ps" / file,
    ]  # fmt: skip
    (folder / file).unlink()
    (folder / file).symlink_to(chance.choice(targets))


@_kind(FOLDER)
def pipe_for_a_notebook(folder: Path, file: str, chance: Random) -> None:
    (folder / file).unlink()
    os.mkfifo(folder / file)


@_kind(FOLDER)
def links_beside(folder: Path, file: str, chance: Random) -> None:
    (folder / "source").symlink_to(course_of(folder) / "source")
    (folder / "up").symlink_to("..")
    (folder / "zero.txt").symlink_to("/dev/zero")
    os.link(folder / file, folder / "hard.ipynb", follow_symlinks=False)


@_kind(FOLDER)
def files_beside(folder: Path, file: str, chance: Random) -> None:
    names = [
        "timestamp.txt", "nbjudge.json", "nbgrader_config.py", "gradebook.db", "numpy.py",
        "sitecustomize.py", "nbjudge/__init__.py", "conftest.py", "submission_secret.txt",
        ".nbjudge-collected.json", "Makefile", file.replace(".ipynb", ".html"), "IPython.py",
        "e" + "\u0301" * 40 + ".txt", "a\nb.txt", "-rf", "\x1b[2J.txt", "numbers.txt",
    ]  # fmt: skip
    texts = [*hostile_notebooks.TIMES, "{}", '{"status": "graded", "refused": 7}', "raise 1", "\0"]
    for name in chance.sample(names, chance.randint(1, 6)):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(chance.choice(texts))


@_kind(FOLDER)
def names_that_are_no_text(folder: Path, file: str, chance: Random) -> None:
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.txt"))).write_text("x")
    if chance.random() < 0.5:
        os.rename(folder / file, os.fsencode(folder) + b"/\xff" + file.encode())


@_kind(FOLDER)
def large_file(folder: Path, file: str, chance: Random) -> None:
    with open(folder / "large.bin", "wb") as large:
        large.truncate(chance.choice([2 * 10**8, 10**12]))  # sparse: it takes no room here


@_kind(FOLDER)
def many_files(folder: Path, file: str, chance: Random) -> None:
    for number in range(1200):
        (folder / f"{number}.txt").write_text("x")


@_kind(FOLDER)
def deep_folders(folder: Path, file: str, chance: Random) -> None:
    folder.joinpath(*["d"] * chance.choice([30, 150])).mkdir(parents=True)


@_kind(FOLDER)
def modes_changed(folder: Path, file: str, chance: Random) -> None:
    for path in (folder / file, folder):
        if not path.is_symlink():
            path.chmod(chance.choice([0o000, 0o777, 0o4755, 0o200]))


@_kind(FOLDER)
def file_for_the_folder(folder: Path, file: str, chance: Random) -> None:
    shutil.rmtree(folder)
    if chance.random() < 0.5:
        folder.write_text("x")
    else:
        folder.mkdir()


def remove_tree(folder: Path) -> None:
    """Remove a folder of hand-ins, whatever the modes in it."""
    for path, folders, _ in os.walk(folder):
        for name in folders:
            below = os.path.join(path, name)
            if not stat.S_ISLNK(os.lstat(below).st_mode):
                os.chmod(below, 0o700)
    shutil.rmtree(folder)
