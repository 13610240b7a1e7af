"""Collecting from archives that strangers have made."""

import io
import logging
import os
import random
import subprocess
import sys
import tarfile
import zipfile

import pytest
from nbgrader.plugins import ExtractorPlugin
from traitlets.config import Config

from nbjudge.plugins.archives import PATTERNS, Extract, Identify
from nbjudge_testing.commands import run_nbgrader

PS = "homework"
CONFIG = r"""
c = get_config()
c.CourseDirectory.course_id = "course"
c.CourseDirectory.max_file_size = 100
c.FileNameCollectorPlugin.named_regexp = r".*/(?P<student_id>[^/]+?)_(?P<file_id>\w+)"
c.ZipCollectApp.extractor_plugin = "nbjudge.plugins.archives.Extract"
c.ZipCollectApp.collector_plugin = "nbjudge.plugins.archives.Identify"
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "downloaded" / PS / "archive").mkdir(parents=True)
    (tmp_path / "nbgrader_config.py").write_text(CONFIG)
    return tmp_path


def zipped(**files) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tarred(*members: tuple[str, bytes, str]) -> bytes:
    """A tar file of (name, type, target of the link) members."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, kind, target in members:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
    return data.getvalue()


def extract(folder, kind=Extract, **archives: bytes) -> tuple[dict[str, bytes], str]:
    """Extract archives in process; return what was written, and what was logged."""
    source, target = folder / "source", folder / "target"
    source.mkdir()
    target.mkdir()
    for name, data in archives.items():
        (source / name.replace("__", ".")).write_bytes(data)
    lines = []
    config = Config()
    config.CourseDirectory.max_file_size = 100
    plugin = kind(config=config)
    plugin.log = logging.Logger("extract")
    plugin.log.addHandler(handler := logging.Handler())
    handler.emit = lambda record: lines.append(record.getMessage())
    plugin.extract(str(source), str(target))
    found = {str(p.relative_to(target)): p for p in target.rglob("*") if not p.is_dir()}
    assert not any(path.is_symlink() for path in found.values())
    return {name: path.read_bytes() for name, path in found.items()}, "\n".join(lines)


def test_nbgraders_own_ends_at_a_damaged_archive(tmp_path):
    with pytest.raises(Exception, match=r"a\.zip"):
        extract(tmp_path, ExtractorPlugin, a__zip=b"PK no archive", b__zip=zipped(x="1"))


def test_a_damaged_archive_stops_nobody(tmp_path):
    whole = zipped(**{"1.ipynb": os.urandom(5000)})
    torn = whole[:2000] + bytes(100) + whole[2100:]
    found, said = extract(
        tmp_path,
        a__zip=b"no archive",
        b__gz=b"\x1f\x8b no archive",
        c__zip=torn,
        d__zip=zipped(x="1"),
    )
    assert found["d/x"] == b"1" and {"a.zip", "b.gz", "c.zip"} <= set(said.replace(":", "").split())
    assert list(found) == ["d/x"]  # nothing stays of a file that cannot be read to its end


def test_a_fault_of_one_file_costs_that_file(tmp_path):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        for name, content in (("a", "first"), ("b", "torn"), ("a", "second"), ("c", "whole")):
            archive.writestr(name, content)
        archive.writestr("d", bytes(200_000))
        archive.writestr("e", "last")
    torn = data.getvalue().replace(b"torn", b"TORN", 1)
    found, said = extract(tmp_path, x__zip=torn)
    assert found == {"x/a": b"first", "x/c": b"whole", "x/e": b"last"}
    assert "x.zip: b cannot be read: Bad CRC-32" in said
    assert "x.zip: a appears twice; the first one is kept" in said
    assert "x.zip: d is too large: more than 0.1 MB" in said and said.count("Left out") == 3


def test_encrypted_and_unknown_members_cost_themselves(tmp_path):
    data = bytearray(zipped(a="1", b="2"))
    for place in (data.index(b"PK\3\4") + 6, data.index(b"PK\1\2") + 8):
        data[place] |= 1  # "a" is said to be encrypted
    found, said = extract(tmp_path, x__zip=bytes(data))
    assert found == {"x/b": b"2"} and "x.zip: a cannot be read" in said


def test_what_a_mac_adds_needs_no_word(tmp_path):
    names = ["__MACOSX/ada/._p.ipynb", "ada/._p.ipynb", "ada/.DS_Store", "._x.zip", "Thumbs.db"]
    found, said = extract(tmp_path, x__zip=zipped(**dict.fromkeys(names, "1"), **{"ada/p": "2"}))
    assert (found, said) == ({"x/ada/p": b"2"}, "")


def test_nothing_is_made_outside_for_what_is_left_out(tmp_path):
    names = {"../a/b/c": "1", "../../d/e": "2", "../f.zip": zipped(g="3")}
    extract(tmp_path, x__zip=zipped(**names))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "target"]
    assert list((tmp_path / "target").iterdir()) == []


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_of_an_archive_is_an_error(seed, tmp_path):
    chance = random.Random(seed)
    pack = zipped(**{"a": "1" * 500, "b/c": "2", "d.zip": zipped(e="3")})
    data = bytearray(pack if seed % 2 else tarred(("a", tarfile.REGTYPE, "")) + pack[:30])
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    extract(tmp_path, x__zip=bytes(data), y__gz=bytes(data), z__zip=pack)
    assert (tmp_path / "target" / "z" / "b" / "c").read_bytes() == b"2"


def test_nothing_is_written_elsewhere_and_no_link_is_made(tmp_path):
    names = {"../up": "1", "/abs": "2", "a/../../up": "3", "x\x1b[2J": "4", "right/x": "5"}
    links = [
        ("link", tarfile.SYMTYPE, "/etc/passwd"),
        ("hard", tarfile.LNKTYPE, "/etc/passwd"),
        ("pipe", tarfile.FIFOTYPE, ""),
        ("device", tarfile.CHRTYPE, ""),
        ("file", tarfile.REGTYPE, ""),
    ]
    found, said = extract(tmp_path, a__zip=zipped(**names), b__tar__gz=b"", c__gz=tarred(*links))
    assert found == {"a/right/x": b"5", "c/file": b""}
    assert said.count("points outside the folder") == 4 and said.count("is not a file") == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "target"]


def test_bounds_of_size_and_of_archives_in_archives(tmp_path):
    bomb = zipped(zeros=bytes(50_000_000), small="1")
    deep = zipped(x="1")
    for _ in range(5):
        deep = zipped(**{"deep.zip": deep})
    found, said = extract(tmp_path, a__zip=zipped(**{"b.zip": bomb}), c__zip=deep)
    assert "zeros is too large: more than 0.1 MB" in said
    assert found.pop("a/b/small") == b"1"
    assert list(found) == ["c/deep/deep/deep.zip"]


def test_students_archives_in_that_of_the_class_and_a_broken_one_among_them(tmp_path):
    member = ("p", tarfile.REGTYPE, "")
    own = {"ada.zip": zipped(p="1"), "bea.tar.gz": tarred(member), "cy.zip": b"PK\3\4 broken"}
    found, said = extract(tmp_path, x__zip=zipped(**own, dan="2"))
    assert found == {"x/ada/p": b"1", "x/bea/p": b"", "x/dan": b"2"}
    assert said.count("Left out") == 1 and "cy.zip cannot be read" in said


def test_a_class_is_collected_whatever_some_hand_in(course):
    downloaded = course / "downloaded" / PS / "archive"
    theirs = {"ada_problem.ipynb": "of ada", ".._problem.ipynb": "1", "eve_problem.ipynb": "of eve"}
    (downloaded / "class.zip").write_bytes(zipped(**theirs))
    (downloaded / "eve_problem.ipynb").write_text("once more")
    (downloaded / "zoe_problem.ipynb").symlink_to(course / "nbgrader_config.py")
    (downloaded / "bob.zip").write_bytes(b"no archive")
    said = run_nbgrader(course, "zip_collect", PS, check=False).stdout
    collected = {
        str(path.relative_to(course / "submitted")): path.read_text()
        for path in (course / "submitted").rglob("*.ipynb")
    }
    assert collected.keys() == {f"ada/{PS}/problem.ipynb"}
    assert collected[f"ada/{PS}/problem.ipynb"] == "of ada"
    assert "Left out: bob.zip" in said and "Left out: zoe_problem.ipynb" in said
    assert "has no student ID in its name" in said and said.count("appears twice") == 2


SYSTEMS = {
    "Canvas": {
        "submissions.zip": [
            ("lovelaceada_12345_678901_problem1.ipynb", None),
            ("lovelaceada_12345_678999_problem1-1.ipynb", ("12345", "problem1")),
            ("hoppergrace_LATE_12346_678902_problem1.ipynb", ("12346", "problem1")),
            ("group7_LATE_12347_678903_problem_2.ipynb", ("12347", "problem_2")),
        ]
    },
    "Moodle, with folders": {
        "class-ps1.zip": [
            ("Ada Lovelace_1234567_assignsubmission_file_/problem1.ipynb", ("1234567", "problem1")),
            ("Zoë O'Neil_1234568_assignsubmission_file_/ps1/a.ipynb", ("1234568", "ps1/a")),
            ("Grace Hopper_1234569_assignsubmission_file/problem1.ipynb", ("1234569", "problem1")),
        ]
    },
    "Moodle": {
        "class.zip": [
            ("Ada Lovelace_1234567_assignsubmission_file_problem1.ipynb", ("1234567", "problem1")),
            ("G H_1234569_assignsubmission_file_my_work.ipynb", ("1234569", "my_work")),
        ]
    },
    "Blackboard": {
        "gradebook.zip": [
            ("Homework_1_ada_attempt_2024-03-01-10-00-00_problem1.ipynb", None),
            ("Homework_1_ada_attempt_2024-03-02-09-00-00_problem1.ipynb", ("ada", "problem1")),
            ("Homework_1_bob_attempt_2024-03-01-10-00-00_my_work.ipynb", ("bob", "my_work")),
            ("Homework_1_bob_attempt_2024-03-01-10-00-00.txt", None),
        ]
    },
    "Brightspace": {
        "Homework 1 Download.zip": [
            ("12345-67890 - Ada Lovelace - Mar 1, 2024 1000 AM/p.ipynb", ("12345", "p")),
            ("12346-67890 - Mary-Ann Lee - Mar 1, 2024 1000 AM/p.ipynb", ("12346", "p")),
        ]
    },
    "Gradescope": {
        "export.zip": [
            ("assignment_1_export/submission_111/problem1.ipynb", ("111", "problem1")),
            ("assignment_1_export/submission_112/problem1.ipynb", ("112", "problem1")),
            ("assignment_1_export/submission_metadata.yml", None),
        ]
    },
    "folders": {
        "": [
            ("ada/problem1.ipynb", ("ada", "problem1")),
            ("ada/data/x.ipynb", None),
            ("bob-clone/problem_1.ipynb", ("bob-clone", "problem_1")),
            ("bob-clone/.git/HEAD", None),
        ]
    },
    "folders in an archive": {
        "class.zip": [
            ("ada/problem1.ipynb", ("ada", "problem1")),
            ("bob/problem1.ipynb", ("bob", "problem1")),
        ]
    },
}


def identify(folder, files, pattern=""):
    """Extract files as nbgrader's command does; return what is collected, and what was logged."""
    source, target = folder / "archive", folder / "extracted"
    target.mkdir(parents=True)
    for name, members in files.items():
        content = {member: member for member, _ in members}
        if name:
            source.mkdir(exist_ok=True)
            (source / name).write_bytes(zipped(**content))
        for member in () if name else content:
            (source / member).parent.mkdir(parents=True, exist_ok=True)
            (source / member).write_text(member)
    lines, log = [], logging.Logger("collect")
    log.addHandler(handler := logging.Handler())
    handler.emit = lambda record: lines.append(record.getMessage())
    config = Config(FileNameCollectorPlugin={"named_regexp": pattern})
    collector = Identify(config=config)
    extractor = Extract(config=Config())
    collector.log = extractor.log = log
    extractor.extract(str(source), str(target))
    paths = sorted(str(path) for path in target.rglob("*") if path.is_file())
    collector.sort_out(paths)
    found = {path: collector.collect(path) for path in paths}
    return {path: each for path, each in found.items() if each}, "\n".join(lines)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_names_of_a_system_are_recognized(system, tmp_path):
    files = SYSTEMS[system]
    found, said = identify(tmp_path / "first", files)
    assert found == {} and f"For {system} (is it yours?), it is {PATTERNS[system]!r}" in said
    found, said = identify(tmp_path / "second", files, PATTERNS[system])
    expected = {
        member: student for members in files.values() for member, student in members if student
    }
    assert {open(path).read() for path in found} == set(expected)
    for path, parts in found.items():
        student, file = expected[open(path).read()]
        assert (parts["student_id"], parts["file_id"].removesuffix(".ipynb")) == (student, file)


def test_of_two_uploads_without_an_order_neither_counts(tmp_path):
    names = ["A_1_assignsubmission_file_p.ipynb", "B_1_assignsubmission_file_p.ipynb"]
    names += ["C_2_assignsubmission_file_p.ipynb"]
    found, said = identify(
        tmp_path, {"x.zip": [(name, None) for name in names]}, PATTERNS["Moodle"]
    )
    assert [open(path).read() for path in found] == names[2:]
    assert said.count("appears twice, and nothing shows which is newer") == 2


def test_a_pattern_of_the_course_is_kept():
    own = r".*/(?P<student_id>\w+)-(?P<file_id>\w+)"
    config = Config(FileNameCollectorPlugin={"named_regexp": own})
    collector = Identify(config=config)
    collector.sort_out(["/x/extracted/ada/problem1.ipynb"])
    assert collector.named_regexp == own


def test_the_exit_code_says_that_something_was_left_out(course):
    downloaded = course / "downloaded" / PS / "archive"
    whole = zipped(**{"ada_problem.ipynb": "of ada"})
    (downloaded / "class.zip").write_bytes(whole)
    (downloaded / "bob.zip").write_bytes(b"no archive")
    command = [sys.executable, "-m", "nbgrader", "zip_collect", PS, "--force"]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.returncode == 3, finished.stderr
    assert (course / "submitted" / "ada" / PS / "problem.ipynb").read_text() == "of ada"
    (downloaded / "bob.zip").unlink()
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr


def test_an_earlier_upload_is_replaced_in_nbgraders_words(course):
    downloaded = course / "downloaded" / PS / "archive"
    for order, content in ((10, "later"), (9, "earlier")):
        (downloaded / f"ada_problem_{order}.ipynb").write_text(content)
    pattern = r".*/(?P<student_id>\w+)_(?P<file_id>\w+)_(?P<order>\d+)"
    option = f"--FileNameCollectorPlugin.named_regexp={pattern}"
    said = run_nbgrader(course, "zip_collect", PS, option).stdout  # with exit code 0
    assert (course / "submitted" / "ada" / PS / "problem.ipynb").read_text() == "later"
    assert said.count("Replacing previously collected submission file") == 1


def test_if_no_upload_counts_the_command_fails_as_nbgraders(course):
    downloaded = course / "downloaded" / PS / "archive"
    for name in ("ada_problem.ipynb", "ada_problem.txt"):
        (downloaded / name).write_text("1")
    pattern = r"--FileNameCollectorPlugin.named_regexp=.*/(?P<student_id>\w+)_(?P<file_id>\w+)"
    command = [sys.executable, "-m", "nbgrader", "zip_collect", PS, "--force", pattern]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.returncode == 1 and "No file counts" in finished.stderr
    assert not (course / "submitted" / "ada").exists()


def test_a_pattern_without_a_student_is_refused_as_by_nbgrader(course):
    downloaded = course / "downloaded" / PS / "archive"
    (downloaded / "class.zip").write_bytes(zipped(**{"ada_problem.ipynb": "of ada"}))
    pattern = "--FileNameCollectorPlugin.named_regexp=.*/(?P<foo>ada)_(?P<file_id>.+)"
    command = [sys.executable, "-m", "nbgrader", "zip_collect", PS, "--force", pattern]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.returncode == 1, finished.stderr
    assert "to provide the student_id from the submission file name" in finished.stderr
    assert "Traceback" not in finished.stderr
