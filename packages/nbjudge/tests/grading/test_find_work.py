"""Notebooks that are not in their place are found, and the search is bounded as all reading is."""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import tarfile
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.coursedir import CourseDirectory

from nbjudge.files.submission import read_submission
from nbjudge.gradebook.definition import CellDefinition, Definition, NotebookDefinition
from nbjudge.grading import find_work as searching
from nbjudge.grading.find_work import find_work

STUB = "# YOUR CODE HERE\nraise NotImplementedError()"


def defined(name, *functions):
    """The definition of a notebook that asks for these functions."""
    cells = [CellDefinition(f"{name}-given", "code", "limit = 10", "", True, None, False, False)]
    for each in functions:
        cells.append(CellDefinition(each, "code", STUB, "", False, None, True, False))
        test = f"assert {each}(2) == 4"
        cells.append(CellDefinition(f"test-{each}", "code", test, "", True, 2.0, False, False))
    return NotebookDefinition(name, None, {cell.name: cell for cell in cells})


ONE = defined("problem1", "square", "evens")
TWO = defined("problem2", "root", "odds")
PS = Definition("ps1", "course", None, {"problem1": ONE, "problem2": TWO})


def notebook(definition, answer=None, extra="", strip=False) -> bytes:
    """A notebook as submitted; as released without an `answer` and without an `extra` cell."""
    cells = []
    for cell in definition.cells.values():
        source = answer if answer and cell.solution else cell.source
        new = new_code_cell if cell.cell_type == "code" else new_markdown_cell
        cells.append(new(source, metadata={} if strip else {"nbgrader": cell.metadata()}))
    if extra:
        cells.append(new_markdown_cell(extra))
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells)).encode()


WORK, MORE, RELEASED = notebook(ONE, "x = 1"), notebook(ONE, "x = 2"), notebook(ONE)
OTHER = notebook(TWO, "y = 1")
FOREIGN = notebook(defined("homework9", "nothing"), "z = 1")
EMPTY = nbformat.writes(nbformat.v4.new_notebook(cells=[new_code_cell("")])).encode()


def zipped(files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tarred(files) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def search(folder, files, definition=PS, support=(), room_kb=100_000):
    """Write a submission, read it, and search it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    coursedir = CourseDirectory(max_file_size=100_000, max_dir_size=room_kb)
    submission = read_submission(coursedir, "ada", folder, set(definition.notebooks))
    find_work(submission, definition.notebooks, support)
    assert submission.others == {}
    return submission


# ---- what is found ------------------------------------------------------------------------------

PLACES = {
    "numbered": "problem1 (1).ipynb",
    "copied": "problem1-Copy1.ipynb",
    "canvas": "problem1-1.ipynb",
    "case": "Problem1.ipynb",
    "case-of-the-ending": "problem1.IPYNB",
    "named-by-the-student": "Ada_Lovelace_problem1.ipynb",
    "nothing-of-the-name": "Untitled.ipynb",
    "text": "problem1.ipynb.txt",
    "json": "problem1.ipynb.json",
    "only-json": "problem1.json",
    "ending-lost": "problem1",
    "spaces": "problem1 .ipynb",
    "folder": "ps1/problem1.ipynb",
    "deep-folder": "a/b/c/d/problem1 (2).ipynb",
    "accents": "Übung Nr. 1 fertig.ipynb",
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_the_only_file_with_its_cells_is_the_notebook(place, tmp_path):
    found = search(tmp_path / "ps1", {place: WORK, "problem2.ipynb": OTHER})
    assert found.files["problem1.ipynb"] == WORK
    assert found.notes["problem1"] == [f"{place} is used as problem1.ipynb"]
    assert (found.refused, found.reasons) == ({}, [])


ARCHIVES = {
    "flat.zip": {"problem1.ipynb": WORK},
    "folder.zip": {"ps1/problem1.ipynb": WORK, "__MACOSX/ps1/._problem1.ipynb": b"\0\5\x16\7"},
    "renamed.zip": {"ps1/Problem 1.ipynb": WORK, "ps1/notes.txt": b"mine"},
    "PS1.ZIP": {"problem1.ipynb": WORK},
    "ps1.tar.gz": {"ps1/problem1.ipynb": WORK},
    "ps1.tgz": {"./problem1.ipynb": WORK},
    "ps1.tar": {"./problem1.ipynb": WORK},
    "windows.zip": {"ps1\\problem1.ipynb": WORK},
    "twice.zip": {"inner.zip": zipped({"ps1/problem1.ipynb": WORK}), "inner.txt": b"mine"},
    "jupyter.zip": {"problem1.ipynb": WORK, ".ipynb_checkpoints/problem1-checkpoint.ipynb": MORE},
    "no ending zip": {"problem1.ipynb": WORK},
    "download.zip.txt.zip": {"a/b/problem1.ipynb.json": WORK},
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_searched(name, tmp_path):
    pack = zipped if name.lower().endswith("zip") else tarred
    found = search(tmp_path / "ps1", {name: pack(ARCHIVES[name]), "problem2.ipynb": OTHER})
    assert found.files["problem1.ipynb"] == WORK
    (note,) = found.notes["problem1"]
    assert note.startswith(f"{name}/") and note.endswith(" is used as problem1.ipynb")


def test_the_whole_assignment_one_folder_down_with_what_it_imports(tmp_path):
    below = {"problem1.ipynb": WORK, "problem2.ipynb": OTHER, "mine.py": b"a", "data/x": b"b"}
    found = search(tmp_path / "ps1", {f"ps1/{name}": each for name, each in below.items()})
    assert {name: found.files[name] for name in below} == below
    assert found.notes["problem2"] == ["ps1/problem2.ipynb is used as problem2.ipynb"]


def test_a_file_at_the_top_stays(tmp_path):
    files = {"ps1/problem1.ipynb": WORK, "ps1/data": b"below", "data": b"top", "ps1/x": b"1"}
    found = search(tmp_path / "ps1", files | {"x/y": b"2"})
    assert (found.files["data"], found.files["x/y"]) == (b"top", b"2")
    assert "x" not in found.files


def test_two_that_could_be_it_are_none_and_both_are_named(tmp_path):
    found = search(tmp_path / "ps1", {"a.ipynb": WORK, "b/c.ipynb": MORE, "problem2.ipynb": OTHER})
    assert "problem1.ipynb" not in found.files
    assert found.refused == {"problem1": "is missing, and could be any of: a.ipynb, b/c.ipynb"}


def test_one_file_twice_is_one(tmp_path):
    files = {"b/p.ipynb": WORK, "a (1).ipynb": WORK, "c.zip": zipped({"problem1.ipynb": WORK})}
    found = search(tmp_path / "ps1", files | {"problem2.ipynb": OTHER})
    assert found.notes["problem1"] == ["a (1).ipynb is used as problem1.ipynb"]


def test_a_file_that_fits_two_notebooks_is_taken_for_neither(tmp_path):
    twin = Definition("ps1", "course", None, {name: ONE for name in ("problem1", "problem2")})
    found = search(tmp_path / "ps1", {"work.ipynb": WORK}, twin)
    assert found.refused.keys() == {"problem1", "problem2"} and found.files == {}


def test_a_file_with_half_of_its_cells_is_not_it(tmp_path):
    few = nbformat.reads(WORK.decode(), as_version=4)
    few.cells = few.cells[:2]  # of five
    found = search(tmp_path / "ps1", {"p.ipynb": nbformat.writes(few).encode()})
    assert found.refused["problem1"] == "is missing. Found: p.ipynb"


def test_an_untouched_notebook_in_place_and_a_worked_one_elsewhere(tmp_path):
    files = {"problem1.ipynb": RELEASED, "ps1/problem1.ipynb": WORK, "problem2.ipynb": OTHER}
    found = search(tmp_path / "ps1", files)
    why = "is unchanged since it was released, but these have work: ps1/problem1.ipynb"
    assert found.refused == {"problem1": why} and "problem1.ipynb" not in found.files


def test_an_untouched_notebook_and_a_worked_one_in_an_archive(tmp_path):
    archive = zipped({"problem1.ipynb": WORK})
    found = search(tmp_path / "ps1", {"problem1.ipynb": RELEASED, "submit.zip": archive})
    assert found.refused["problem1"].endswith("these have work: submit.zip/problem1.ipynb")


@pytest.mark.parametrize("in_place", [b"", b"{", RELEASED.replace(b"limit", b"\r\n limit")])
def test_a_notebook_that_nothing_can_be_read_from_counts_as_untouched(in_place, tmp_path):
    found = search(tmp_path / "ps1", {"problem1.ipynb": in_place, "problem1 (1).ipynb": WORK})
    assert "problem1 (1).ipynb" in found.refused["problem1"]


def test_an_own_cell_is_work(tmp_path):
    mine = notebook(ONE, extra="I could not solve this.")
    found = search(tmp_path / "ps1", {"problem1.ipynb": mine, "old/problem1.ipynb": WORK})
    assert found.refused == {} and found.files["problem1.ipynb"] == mine
    assert found.doubts == {"problem1": ["problem1.ipynb is used, not old/problem1.ipynb"]}


def test_copies_beside_a_notebook_in_place_are_only_noted(tmp_path):
    files = {"problem1.ipynb": WORK, "problem1-Copy1.ipynb": WORK, "problem1 (1).ipynb": RELEASED}
    found = search(tmp_path / "ps1", files | {"problem2.ipynb": OTHER})
    assert (found.refused, found.doubts, found.reasons) == ({}, {}, [])
    # An equal copy needs no word.
    assert found.notes["problem1"] == ["problem1.ipynb is used, not problem1 (1).ipynb"]


def test_what_needs_no_word(tmp_path):
    whole = {"problem1.ipynb": WORK, "problem2.ipynb": OTHER}
    noise = {"Untitled.ipynb": EMPTY, "._problem1.ipynb": b"\0\5", "__MACOSX/._x": b"\0"}
    found = search(tmp_path / "ps1", {**whole, **noise, ".ipynb_checkpoints/problem1.ipynb": MORE})
    assert found.files == whole
    assert not any([found.refused, found.reasons, found.doubts, *found.notes.values()])


def test_notebooks_of_other_assignments_are_noted(tmp_path):
    files = {"problem1.ipynb": WORK, "problem2.ipynb": OTHER, "homework9.ipynb": FOREIGN}
    found = search(tmp_path / "ps1", files)
    assert found.notes["problem1"] == ["homework9.ipynb is not part of the assignment"]
    assert "homework9.ipynb" not in found.files and found.reasons == []


def test_what_is_there_instead_is_named(tmp_path):
    files = {"problem1.pdf": b"%PDF", "problem1.htm": b"<p>", "data.csv": b"1", "ps.rar": b"Rar!"}
    stripped = {"mine.ipynb": notebook(ONE, "x = 1", strip=True)}
    found = search(tmp_path / "ps1", files | stripped, support=["data.csv"])
    there = "mine.ipynb, problem1.htm, problem1.pdf, ps.rar"
    assert found.refused["problem1"] == f"is missing. Found: {there}"
    assert search(tmp_path / "nothing", {"timestamp.txt": b""}).refused == {}


# ---- attacks: the places that are searched hold what a stranger put there -----------------------


def test_no_reserved_name_comes_up_from_below(tmp_path):
    names = ["timestamp.txt", "submission_secret.txt", "collected.json", "nbjudge.json"]
    names += [".nbjudge-pages.json", "problem1.html", "homework.ipynb", "problem2.ipynb"]
    forged = {name: b"forged" for name in names}
    for number, place in enumerate(("ps1/", "")):
        below = forged | {"problem1.ipynb": WORK}
        files = {f"{place}{name}": each for name, each in below.items()}
        if not place:
            files = {"x.zip": zipped(files)}
        found = search(tmp_path / str(number), files)
        assert found.files["problem1.ipynb"] == WORK
        top = [name for name, content in found.files.items() if content == b"forged"]
        assert not set(top) & set(names)


def test_links_are_not_followed(tmp_path):
    (tmp_path / "outside.ipynb").write_bytes(WORK)
    (tmp_path / "ps1" / "below").mkdir(parents=True)
    (tmp_path / "ps1" / "p (1).ipynb").symlink_to(tmp_path / "outside.ipynb")
    (tmp_path / "ps1" / "below" / "problem1.ipynb").symlink_to(tmp_path / "outside.ipynb")
    (tmp_path / "ps1" / "folder").symlink_to(tmp_path)
    (tmp_path / "ps1" / "x.zip").symlink_to(tmp_path / "x.zip")
    (tmp_path / "x.zip").write_bytes(zipped({"problem1.ipynb": WORK}))
    os.mkfifo(tmp_path / "ps1" / "problem1.ipynb.txt")
    found = search(tmp_path / "ps1", {})
    assert found.files == {} and len(found.reasons) == 5


def test_links_and_paths_in_archives_lead_nowhere(tmp_path):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for kind, target in ((tarfile.SYMTYPE, "/etc/passwd"), (tarfile.LNKTYPE, "problem2.ipynb")):
            info = tarfile.TarInfo("problem1.ipynb")
            info.type, info.linkname = kind, target
            archive.addfile(info)
    paths = ["../problem1.ipynb", "/etc/problem1.ipynb", "a/../../problem1.ipynb", "x\n.ipynb"]
    paths += ["d/" * 40 + "problem1.ipynb", "n" * 600 + ".ipynb"]
    files = {"a.tgz": data.getvalue()} | {
        f"{number}.zip": zipped({path: WORK}) for number, path in enumerate(paths)
    }
    found = search(tmp_path / "ps1", files)
    assert found.refused["problem1"].startswith("is missing. Found: 0.zip, 1.zip")


def test_files_that_are_folders_in_the_same_archive(tmp_path):
    members = [("ps1/x", b"1"), ("ps1/x/y", b"2"), ("ps1/z/y", b"3"), ("ps1/z", b"4")]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in [*members, ("ps1/problem1.ipynb", WORK)]:
            archive.writestr(name, content)
    found = search(tmp_path / "ps1", {"p.zip": data.getvalue()})
    assert {name for name in found.files if name != "p.zip"} == {"problem1.ipynb", "x/y", "z/y"}


def test_bombs_are_not_unpacked(tmp_path):
    bomb = zipped({f"{n}.txt": bytes(searching.MAX_NOTEBOOK_BYTES) for n in range(30)})
    deep = zipped({"problem1.ipynb": WORK})
    for _ in range(searching.MOST_NESTED + 1):
        deep = zipped({"inner.zip": deep})
    stream = gzip.compress(bytes(200_000_000), 1)
    for name, data in {"a.zip": bomb, "c.zip": deep, "d.gz": stream}.items():
        found = search(tmp_path / name, {name: data})
        assert found.files == {name: data}, name
        assert found.refused["problem1"] == f"is missing. Found: {name}"
    assert "is searched only in part: it unpacks to more than 50 MB" in found_reasons(
        tmp_path / "x", {"a.zip": bomb, "b.zip": zipped({"problem1.ipynb": WORK})}
    )


def found_reasons(folder, files) -> str:
    """What is said of a submission whose second archive would have the work."""
    found = search(folder, files)
    assert list(found.files) == list(files)  # the first has used up what may be unpacked
    return "\n".join(found.reasons)


def test_the_limits_hold_for_all_archives_of_a_submission_together(tmp_path):
    half = searching.MOST_UNPACKED // 2 + 1
    skipped = tarfile.TarInfo("large.bin")  # nobody opens it, but a reader must pass it
    skipped.size = half
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz", compresslevel=1) as archive:
        archive.addfile(skipped, io.BytesIO(bytes(half)))
    files = {"1.tgz": data.getvalue(), "2.tgz": data.getvalue()}
    said = found_reasons(tmp_path / "bytes", files | {"3.zip": zipped({"problem1.ipynb": WORK})})
    assert "2.tgz is searched only in part" in said
    few = searching.MAX_FILES - 1
    many = {f"{n}.zip": zipped({f"{m}.txt": b"" for m in range(few)}) for n in range(2)}
    said = found_reasons(tmp_path / "files", many | {"3.zip": zipped({"problem1.ipynb": WORK})})
    assert f"1.zip is searched only in part: it holds more than {searching.MAX_FILES} files" in said


@pytest.mark.parametrize("place", ["beside", "inside"])
def test_work_with_a_large_archive_is_found(place, tmp_path):
    """20 MB of data, such as pictures, which do not shrink when they are packed."""
    data = random.Random(1).randbytes(20_000_000)
    if place == "beside":
        files = {"data.zip": zipped({"data.bin": data}), "problem1 (1).ipynb": WORK}
    else:
        files = {"data.zip": zipped({"data.bin": data, "problem1.ipynb": WORK})}
    assert len(files["data.zip"]) > 20_000_000
    assert search(tmp_path / "ps1", files).files["problem1.ipynb"] == WORK


def test_a_notebook_behind_thousands_of_files_is_found(tmp_path):
    many = zipped({f"{n:05}.txt": b"" for n in range(3000)} | {"zz.ipynb": WORK})
    found = search(tmp_path, {"work.zip": many})
    assert found.files["problem1.ipynb"] == WORK


def test_an_endless_member_ends_with_the_allowance(tmp_path):
    """A tar file in gzip whose member claims a terabyte, and 200 MB of zeros follow."""
    endless = tarfile.TarInfo("zeros")
    endless.size = 10**12
    data = gzip.compress(endless.tobuf(tarfile.GNU_FORMAT) + bytes(200_000_000), 1)
    found = search(tmp_path, {"eve.tar.gz": data, "problem1 (1).ipynb": WORK})
    assert found.files["problem1.ipynb"] == WORK
    assert found.reasons == ["eve.tar.gz is searched only in part: it unpacks to more than 50 MB"]


REFUSED = {
    "work.rar": (b"Rar!\x1a\x07\x01\x00", "RAR"),
    "work.7z": (b"7z\xbc\xaf\x27\x1c", "7z"),
    "work.tar.bz2": (bz2.compress(tarred({"problem1.ipynb": WORK})), "bzip2"),
    "bzip2-as.gz": (bz2.compress(tarred({"problem1.ipynb": WORK})), "bzip2"),
    "work.tar.xz": (lzma.compress(tarred({"problem1.ipynb": WORK})), "xz"),
    "xz-as.zip": (lzma.compress(tarred({"problem1.ipynb": WORK})), "xz"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_archives_are_refused_with_a_sentence(name, tmp_path):
    content, kind = REFUSED[name]
    found = search(tmp_path, {name: content})
    assert found.reasons == [f"{name} is compressed with {kind}, which is not read: use a zip file"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_inside_zip_are_not_read(method, tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr("problem1.ipynb", WORK)
    found = search(tmp_path, {"work.zip": data.getvalue()})
    assert found.refused["problem1"] == "is missing. Found: work.zip"
    assert found.reasons == [
        "work.zip/problem1.ipynb cannot be read: it is neither stored nor deflated: "
        "use an ordinary zip file"
    ]


def test_a_parser_that_takes_too_much_costs_the_search_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(searching, "BOUNDS", searching.Bounds(100, 300, 100))
    huge = b'{"grade_id": "square", "nbformat": 4, "cells": [' + b"[]," * 6_000_000 + b"[]]}"
    found = search(tmp_path / "ps1", {"problem1.ipynb": huge, "p.zip": zipped({"x": b"1"})})
    assert found.files["problem1.ipynb"] == huge
    (reason,) = found.reasons
    assert reason == "the search for notebooks failed: it needs more than 100 MB of memory"


def test_no_error_of_a_parser_leaves_the_search(tmp_path, monkeypatch):
    monkeypatch.setattr(searching, "load_notebook", lambda *_: 1 / 0)
    found = search(tmp_path / "ps1", {"problem1.ipynb": WORK, "scratch.ipynb": FOREIGN})
    assert found.files == {"problem1.ipynb": WORK} and found.reasons == []


ANSWER = {"found_at": {}, "refused": {}, "notes": {}, "doubts": {}, "reasons": []}
FORGED_ANSWERS = [
    {**ANSWER, "files": {path: ""}}
    for path in (
        "../up",
        "/abs",
        "nbjudge.json",
        "timestamp.txt",
        "problem3.ipynb",
        "x\n",
        "",
        ".",
        "./nbjudge.json",
    )
]
FORGED_ANSWERS += [
    {**ANSWER, "files": {"x": "no base64!"}},
    {**ANSWER, "files": {"x": 1}},
    {**ANSWER, "files": []},
    {**ANSWER, "files": {}, "reasons": "text"},
    {**ANSWER, "files": {}, "notes": {"problem1": 1}},
    {},
    [],
    None,
]


@pytest.mark.parametrize("answer", FORGED_ANSWERS, ids=repr)
def test_an_answer_that_no_search_gives_is_refused(answer, tmp_path, monkeypatch):
    """Whoever took over the child could answer with any JSON."""
    monkeypatch.setattr(searching._Search, "run", lambda search: answer)
    found = search(tmp_path, {"work.ipynb": WORK})
    assert found.reasons == ["the search for notebooks failed: its answer cannot be read"]
    assert found.files == {}


def test_an_error_of_the_search_costs_that_submission(tmp_path, monkeypatch):
    monkeypatch.setattr(searching._Search, "run", lambda search: 1 / 0)
    found = search(tmp_path, {"work.ipynb": WORK})
    (reason,) = found.reasons
    expected = "the search for notebooks failed: it ended with ZeroDivisionError: division by zero"
    assert reason == expected


WHOLE = zipped({"problem1.ipynb": WORK})
DAMAGED = {
    "not-a-zip": b"PK\3\4 no archive",
    "torn": WHOLE[:-40],
    "wrong-checksum": WHOLE.replace(WHOLE[14:18], b"abcd"),
    "random": os.urandom(5000),
    "empty": b"",
}


@pytest.mark.parametrize("kind", DAMAGED)
@pytest.mark.parametrize("name", ["p.zip", "p.tar", "p.tar.gz"])
def test_a_damaged_archive_is_named_and_no_more(kind, name, tmp_path):
    found = search(tmp_path / "ps1", {name: DAMAGED[kind]})
    assert found.reasons == [] and found.refused["problem1"] == f"is missing. Found: {name}"


def test_heaps_of_files_push_no_candidate_out(tmp_path):
    heap = {f"a{number:05}.txt": b"" for number in range(1500)}
    found = search(tmp_path / "ps1", heap | {"zz/problem1 (1).ipynb": WORK})
    assert found.files["problem1.ipynb"] == WORK


def test_names_in_other_text_are_no_cells(tmp_path):
    ids = [f'"grade_id": "{cell}"' for cell in ONE.cells]
    quoted = nbformat.v4.new_notebook(cells=[new_markdown_cell("\n".join(ids))])
    found = search(tmp_path / "ps1", {"x.ipynb": nbformat.writes(quoted).encode()})
    assert found.refused["problem1"] == "is missing. Found: x.ipynb"


def test_a_file_of_ids_alone_is_graded_as_any_file_is(tmp_path):
    """It is taken, and what reads notebooks says what it is."""
    forged = json.dumps([{"grade_id": cell} for cell in ONE.cells]).encode()
    assert search(tmp_path / "ps1", {"x.txt": forged}).files["problem1.ipynb"] == forged
