"""Collecting from what strangers have uploaded, with `nbgrader zip_collect`."""

import bz2
import functools
import gzip
import io
import lzma
import os
import random
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from nbgrader.api import Gradebook
from nbgrader.plugins import ExtractorPlugin

from nbjudge.files.archive_members import why_unsafe
from nbjudge.files.submission import MAX_FILES
from nbjudge.zip_collect.downloads import Download
from nbjudge.zip_collect.names import PATTERNS
from nbjudge.zip_collect.plugins import likely_system
from nbjudge.zip_collect.uploads import read_uploads
from nbjudge_testing.commands import run_nbgrader
from nbjudge_testing.grading_course import NOTEBOOKS, PS, grade_here
from nbjudge_testing.lms_downloads import PLUGINS, SYSTEMS, download, tarred, zipped


def archive_of(course):
    return course / "downloaded" / PS / "archive"


def collect(course, pattern, *options, expect=0):
    """Run the command; return what it printed."""
    option = f"--FileNameCollectorPlugin.named_regexp={pattern}"
    finished = run_nbgrader(course, "zip_collect", PS, "--force", option, *options, check=False)
    assert finished.returncode == expect, finished.stdout
    assert "Traceback" not in finished.stdout
    return finished.stdout


def submitted(course):
    """The collected files of each student, by path."""
    found = {}
    for student in sorted(path.name for path in (course / "submitted").glob("*")):
        folder = course / "submitted" / student / PS
        paths = [path for path in folder.rglob("*") if path.is_file()]
        found[student] = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
        assert not any(path.is_symlink() for path in folder.rglob("*"))
    return found


def files_below(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


# ---- honest work, as students pack it -----------------------------------------------------------


def packings(work):
    """What honest students upload: the files of each, by name."""
    first, second = work
    noise = {"__MACOSX/ps/._adding.ipynb": b"\0\5", "ps/.DS_Store": b"1"}
    noise[".ipynb_checkpoints/adding-checkpoint.ipynb"] = b"{}"
    in_folder = {f"ps/{name}": content for name, content in work.items()}
    backslashes = {f"ps\\{name}": content for name, content in work.items()}
    other = {second: work[second]}
    return {
        "loose": work,
        "zip": {"my work.zip": zipped(work)},
        "capital-zip": {"PS.ZIP": zipped(work)},
        "folder-in-zip": {"ps.zip": zipped(in_folder)},
        "zip-of-a-mac": {"ps.zip": zipped(in_folder | noise)},
        "zip-of-windows": {"ps.zip": zipped(backslashes)},
        "stored-zip": {"ps.zip": zipped(work, zipfile.ZIP_STORED)},
        "zip-in-zip": {"ps.zip": zipped({"ps/inner.zip": zipped(work)})},
        "tar": {"ps.tar": tarred(work, "w")},
        "tar-gz": {"ps.tar.gz": tarred(in_folder)},
        "text": {f"{first}.txt": work[first]} | other,
        "json": {f"{first}.json": work[first]} | other,
        "capital-ending": {first.replace(".ipynb", ".IPYNB"): work[first]} | other,
        "no-ending": {first.removesuffix(".ipynb"): work[first]} | other,
        "pdf-beside": work | {"adding.pdf": b"%PDF", "adding.html": b"<p>"},
        "loose-and-zip": work | {"ps.zip": zipped(work)},
        "dots": {"...zip": zipped(work)},
        "imitated-names": {"ps.zip": zipped({f"x_77_1_{n}": c for n, c in work.items()})},
        "names-like-the-systems": {
            "lab_2_1_adding.ipynb": work[first],
            "my_attempt_2_doubling.ipynb": work[second],
        },
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_honest_work_is_collected_however_it_is_packed(name, course, work):
    system = SYSTEMS[name]
    files = {}
    students = {}
    packed = packings(work)
    for number, (packing, upload) in enumerate(packed.items()):
        student = str(1000 + number)
        students[student] = packing
        for place, (file, content) in enumerate(upload.items()):
            files[system.path(student, file, 100 * number + place)] = content
    download(archive_of(course), files, system.archive)
    said = collect(course, system.pattern)
    found = submitted(course)
    assert found.keys() == students.keys(), said
    for student, packing in students.items():
        notebooks = {file: found[student].get(file) for file in work}
        assert notebooks == work, (packing, said)
        # An upload goes whole into the submission.
        assert packed[packing].items() <= found[student].items(), packing
    assert "Left out:" not in said


def test_work_that_was_collected_earns_its_points(course, work):
    """One system is enough: the test above compares what is collected from each of them."""
    system = SYSTEMS["Canvas"]
    files = {}
    for number, upload in enumerate(packings(work).values()):
        for place, (file, content) in enumerate(upload.items()):
            files[system.path(str(1000 + number), file, 100 * number + place)] = content
    download(archive_of(course), files, system.archive)
    collect(course, system.pattern)
    summary = grade_here(course)
    assert summary.attention == {}
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        points = [submission.score for submission in gradebook.assignment_submissions(PS)]
    assert points == [10] * len(packings(work))


def test_what_a_notebook_imports_comes_with_it(course, work):
    upload = zipped(
        {"ps/helper.py": "x = 1", "ps/data/a.csv": "1", "ps/adding.ipynb": work["adding.ipynb"]}
    )
    download(archive_of(course), {"ada/work.zip": upload}, "class.zip")
    collect(course, PATTERNS["folders in an archive"])
    files = submitted(course)["ada"]
    assert (files["helper.py"], files["data/a.csv"]) == (b"x = 1", b"1")


# ---- which upload counts ------------------------------------------------------------------------


def test_of_two_uploads_the_later_one_counts(course, work):
    system = SYSTEMS["Canvas"]
    old = work["adding.ipynb"].replace(b"Because.", b"I do not know.")
    files = {
        system.path("12", "adding.ipynb", 999): old,
        system.path("12", "adding-1.ipynb", 1000): work["adding.ipynb"],
        system.path("13", "work.zip", 8): zipped({"adding.ipynb": old}),
        system.path("13", "work-1.zip", 9): zipped({"adding.ipynb": work["adding.ipynb"]}),
    }
    download(archive_of(course), files, system.archive)
    said = collect(course, system.pattern)
    found = submitted(course)
    assert found["12"] == {"adding.ipynb": work["adding.ipynb"]}
    assert found["13"]["adding.ipynb"] == work["adding.ipynb"]
    assert said.count("Replacing previously collected submission file") == 2


def test_a_number_that_the_student_wrote_is_kept(course, work):
    """Canvas would add such a number to a file that is uploaded again."""
    system = SYSTEMS["Canvas"]
    files = {system.path("12", f"part-{n}.ipynb", n): b"%d" % n for n in (1, 2)}
    files |= {system.path("13", name, 7): b"p" for name in ("plot.png", "plot-1.png")}
    download(archive_of(course), files, system.archive)
    collect(course, system.pattern)
    found = submitted(course)
    assert found["12"] == {"part-1.ipynb": b"1", "part-2.ipynb": b"2"}
    assert found["13"] == {"plot.png": b"p", "plot-1.png": b"p"}


def test_the_released_notebooks_may_end_with_a_number(tmp_path, work):
    notebooks = {name: work["adding.ipynb"] for name in ("hw-1.ipynb", "hw-2.ipynb")}
    for name, content in notebooks.items():
        path = tmp_path / "release" / PS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "nbgrader_config.py").write_text(f"c = get_config()\n{PLUGINS}")
    system = SYSTEMS["Canvas"]
    files = {system.path("12", name, n): b"%d" % n for n, name in enumerate(notebooks)}
    download(archive_of(tmp_path), files, system.archive)
    collect(tmp_path, system.pattern)
    assert submitted(tmp_path) == {"12": {"hw-1.ipynb": b"0", "hw-2.ipynb": b"1"}}


def test_of_two_uploads_without_an_order_neither_counts(course):
    names = ["A_1_assignsubmission_file_p.ipynb", "B_1_assignsubmission_file_p.ipynb"]
    names += ["C_2_assignsubmission_file_p.ipynb"]
    download(archive_of(course), {name: name.encode() for name in names}, "x.zip")
    said = collect(course, PATTERNS["Moodle"])
    assert submitted(course) == {"2": {"p.ipynb": names[2].encode()}}
    assert said.count("appears twice, and nothing shows which is newer") == 2


def test_the_time_in_a_name_is_the_time_of_the_submission(course):
    """The reader of nbgrader takes the last parts of Blackboard's time for a time zone."""
    system = SYSTEMS["Blackboard"]
    download(archive_of(course), {system.path("ada", "p.ipynb"): b"1"}, system.archive)
    collect(course, system.pattern)
    assert submitted(course)["ada"]["timestamp.txt"] == b"2024-03-01 23:59:58"


# ---- which archive is the class's ---------------------------------------------------------------


def test_next_to_other_files_an_archive_is_an_upload(course, work):
    files = {"ada.zip": zipped(work), "bob.ipynb": b"1", "eve.zip": zipped({"ada.ipynb": b"eve"})}
    download(archive_of(course), files)
    pattern = r".*/extracted/(?P<student_id>[^/.]+)(?P<file_id>\.\w+)$"
    said = collect(course, pattern)
    found = submitted(course)
    assert found["ada"].items() >= work.items() and found["eve"] == {".zip": files["eve.zip"]}
    assert "Taken for students' uploads: ada.zip, eve.zip." in said


def test_an_archive_that_the_configuration_names_is_the_class(course):
    files = {"class.zip": zipped({"ada/p": b"1"}), "more.zip": zipped({"bob/p": b"2"})}
    download(archive_of(course), files | {"eve.zip": zipped({"ada/p": b"eve"})})
    named = ["--SafeExtractor.class_archives=class.zip", "--SafeExtractor.class_archives=more.zip"]
    said = collect(course, PATTERNS["folders in an archive"], *named)
    assert submitted(course) == {"ada": {"p": b"1"}, "bob": {"p": b"2"}}
    assert "class.zip is the archive of the class" in said


@pytest.mark.parametrize("archive", ["class.zip", "class.tar", "class.tar.gz", "CLASS.ZIP"])
def test_the_lone_archive_is_the_class(archive, course):
    pack = zipped if archive.lower().endswith("zip") else tarred
    data = pack({"ada/p": b"1"}) if archive != "class.tar" else tarred({"ada/p": b"1"}, "w")
    download(archive_of(course), {archive: data, ".DS_Store": b"1"})
    collect(course, PATTERNS["folders in an archive"])
    assert submitted(course) == {"ada": {"p": b"1"}}


def test_a_class_archive_that_cannot_be_a_folder_is_refused(course):
    for name in ("...zip", "..zip", "...tar.gz"):
        shutil.rmtree(archive_of(course), ignore_errors=True)
        download(archive_of(course), {name: zipped({"ada/p": b"1"})})
        said = collect(course, PATTERNS["folders in an archive"], expect=1)
        assert "its name is not one that a folder can have: rename it" in said
    assert submitted(course) == {}


# ---- attacks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_nobody_submits_as_somebody_else(name, course, work):
    """Names inside an archive, of folders and of files, imitate the system and name 77."""
    system = SYSTEMS[name]
    inner = {
        other.path("77", file): content
        for other in SYSTEMS.values()
        for file, content in work.items()
    }
    inner |= {f"extracted/77/{file}": content for file, content in work.items()}
    uploads = {
        "...zip": zipped(inner),
        "...tar.gz": tarred(inner),
        "x_77_assignsubmission_file_n.ipynb": b"1",
        "x_77_1_n.ipynb": b"2",
        "a.zip": zipped({"...zip": zipped({"...zip": zipped(inner)})}),
    }
    if "/" in system.upload:
        uploads |= inner
    files = {
        system.path("12", file, n): content for n, (file, content) in enumerate(uploads.items())
    }
    files |= {system.path("77", file, n): content for n, (file, content) in enumerate(work.items())}
    before = files_below(course)
    download(archive_of(course), files, system.archive)
    collect(course, system.pattern)
    found = submitted(course)
    assert found.keys() == {"12", "77"}
    assert {file: found["77"][file] for file in work} == work
    assert found["77"].keys() <= {*work, "timestamp.txt"}
    new = files_below(course) - before
    assert all(
        path.startswith((f"downloaded/{PS}/", "submitted/12/", "submitted/77/")) for path in new
    )


def test_a_name_with_two_ids_is_listed_with_both(course, work):
    system = SYSTEMS["Blackboard"]
    forged = system.path("eve", "x_ada_attempt_2030-01-01-00-00-00_adding.ipynb")
    files = {forged: b"eve", system.path("ada", "adding.ipynb"): work["adding.ipynb"]}
    download(archive_of(course), files, system.archive)
    said = collect(course, system.pattern)
    assert submitted(course)["ada"]["adding.ipynb"] == work["adding.ipynb"]
    assert "eve" not in submitted(course)
    assert f"Left out: gradebook.zip: {forged} could be the work of eve or of ada" in said


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_backslash_separates_no_folders_in_the_archive_of_the_class(name, course):
    """What is behind it would be a component of its own, which names 77."""
    system = SYSTEMS[name]
    forged = system.path("12", "\\" + system.path("77", "adding.ipynb").replace("/", "\\"))
    files = {forged: b"eve", system.path("13", "p"): b"1"}
    download(archive_of(course), files, system.archive)
    said = collect(course, system.pattern)
    assert submitted(course).keys() == {"13"}
    assert "has a backslash in its name" in said


def test_no_file_of_a_student_becomes_the_teachers(course):
    """Files put one by one into archive/, as mail attachments are."""
    config = zipped({"nbgrader_config.json": '{"JudgeExecute": {"sandbox": false}}'})
    for _ in range(3):
        config = zipped({"...zip": config})
    download(archive_of(course), {"...zip": config, "ada_p.ipynb": b"1"})
    before = files_below(course)
    said = collect(course, r".*/(?P<student_id>[^/_]+)_(?P<file_id>.+)")
    assert files_below(course) - before == {
        f"submitted/ada/{PS}/p.ipynb",
        f"downloaded/{PS}/extracted/ada/p.ipynb",
        f"downloaded/{PS}/extracted.json",
    }
    assert "Skipped: ...zip" in said


HOSTILE_NAMES = [
    "../up",
    "/abs",
    "ada/../../up",
    "ada/x\x1b[2J",
    "ada/" + "n" * 250,
    "ada/" + "d/" * 30 + "deep",
    "../p",
    "./../p",
    "ada/..\\..\\up",
    "..",
    "ada/timestamp.txt",
    "ada/submission_secret.txt",
    "ada/nbjudge.json",
    "ada/collected.json",
    ".hidden/p",
]


def test_nothing_is_written_elsewhere_and_no_link_is_made(course):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in HOSTILE_NAMES:
            archive.writestr(name, "forged")
        link = zipfile.ZipInfo("ada/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("ada/p", "1")
    before = files_below(course.parent)
    download(archive_of(course), {"class.zip": data.getvalue()})
    said = collect(course, PATTERNS["folders in an archive"])
    assert submitted(course) == {"ada": {"p": b"1"}}
    new = files_below(course.parent) - before
    assert new == {
        f"course/submitted/ada/{PS}/p",
        f"course/downloaded/{PS}/archive/class.zip",
        f"course/downloaded/{PS}/extracted/ada/p",
        f"course/downloaded/{PS}/extracted.json",
    }
    count = len(HOSTILE_NAMES) + 1
    assert said.count("Left out:") == count
    assert (
        said.strip()
        .splitlines()[-1]
        .endswith(
            f"Files left out: {count}. The lines that begin with 'Left out' say which, and why"
        )
    )


def test_kinds_of_members_that_are_no_files_are_left_out(course):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, kind in [
            ("ada/link", tarfile.SYMTYPE),
            ("ada/hard", tarfile.LNKTYPE),
            ("ada/pipe", tarfile.FIFOTYPE),
            ("ada/device", tarfile.CHRTYPE),
            ("ada/file", tarfile.REGTYPE),
        ]:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = "/etc/passwd"
            archive.addfile(info)
    download(archive_of(course), {"class.tgz": data.getvalue()})
    said = collect(course, PATTERNS["folders in an archive"])
    assert submitted(course) == {"ada": {"file": b""}}
    assert said.count("is not a file") == 4


def test_links_and_pipes_among_the_downloads_are_left_out(course):
    download(archive_of(course), {"ada_p": b"1"})
    (archive_of(course) / "eve_p").symlink_to(course / "nbgrader_config.py")
    os.mkfifo(archive_of(course) / "zoe_p")
    said = collect(course, PATTERNS_OWN)
    assert submitted(course) == {"ada": {"p": b"1"}}
    assert said.count("Left out:") == 2


PATTERNS_OWN = r".*/(?P<student_id>[^/_]+)_(?P<file_id>.+)$"


@functools.cache
def hostile_uploads():
    """Uploads that cost their student, and nobody else."""
    endless = tarfile.TarInfo("zeros")
    endless.size = 10**12
    header = endless.tobuf(tarfile.GNU_FORMAT)
    many = {f"x_{n}_assignsubmission_file_n.ipynb": "1" for n in range(5000)}
    return {
        "endless.gz": bz2.compress(header + bytes(50_000_000)),
        "endless.tar.gz": gzip.compress(header + bytes(200_000_000), 1),
        "dictionary.xz": lzma.compress(bytes(10_000_000), preset=9),
        "5000.zip": zipped(many),
        "torn.zip": zipped({"adding.ipynb": os.urandom(5000)})[:2000],
        "no archive.zip": b"PK no archive",
        "x_eve_attempt_99-99-99_n.ipynb": b"{}",
        "n" * 190 + ".ipynb": b"{}",
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_nobody_stops_the_class(name, course, work):
    system = SYSTEMS[name]
    files = {}
    for number, (file, content) in enumerate(hostile_uploads().items()):
        files[system.path(str(100 + number), file, number)] = content
    for number, (file, content) in enumerate(work.items()):
        files[system.path("77", file, 1000 + number)] = content
    download(archive_of(course), files, system.archive)
    collect(course, system.pattern)
    found = submitted(course)
    assert {file: found["77"][file] for file in work} == work
    assert len(found) <= 1 + len(hostile_uploads())


def test_a_time_that_does_not_exist_costs_that_upload(course):
    pattern = r".*/(?P<student_id>\w+?)_(?P<timestamp>[^_]+)_(?P<file_id>.+)"
    files = {"ada_2024-03-01_p": b"1", "eve_9999-99-99_p": b"1", "zoe_((((_p": b"1"}
    download(archive_of(course), files)
    said = collect(course, pattern)
    assert submitted(course).keys() == {"ada"}
    assert said.count("has a time in its name that does not exist") == 2


def test_too_large_a_file_costs_itself(course):
    files = {"eve/large": os.urandom(200_000), "ada/p": b"1"}
    download(archive_of(course), files, "class.zip")
    option = "--CourseDirectory.max_file_size=100"
    said = collect(course, PATTERNS["folders in an archive"], option)
    assert submitted(course) == {"ada": {"p": b"1"}}
    assert "class.zip: eve/large is too large: more than 0.1 MB" in said


def test_too_many_files_cost_their_student(course, work):
    files = {f"eve/{number:04}": b"1" for number in range(MAX_FILES + 10)}
    files |= {f"eve/z/{name}": content for name, content in work.items()}
    files |= {f"ada/{name}": content for name, content in work.items()}
    download(archive_of(course), files, "class.zip")
    said = collect(course, PATTERNS["folders in an archive"])
    found = submitted(course)
    assert found["ada"] == work
    assert {f"z/{name}" for name in work} < found["eve"].keys()
    assert said.count(f"is one of more than {MAX_FILES} files of this student") == 10 + len(work)


def test_a_persons_name_may_hold_characters_that_no_file_name_may(course, work):
    """Persian names hold a zero-width non-joiner; the system writes it into its own part."""
    system = SYSTEMS["Moodle"]
    name = system.path("12", "adding.ipynb").replace("Ada ", "Nik\u200cAra\u00a0")
    download(archive_of(course), {name: work["adding.ipynb"]}, system.archive)
    collect(course, system.pattern)
    assert submitted(course) == {"12": {"adding.ipynb": work["adding.ipynb"]}}


def test_each_file_that_is_nobodys_is_listed(course):
    files = {f"letter{number}.pdf": b"1" for number in range(20)}
    files["ada_p"] = b"1"
    download(archive_of(course), files)
    said = collect(course, PATTERNS_OWN)
    assert all(f"Skipped: letter{number}.pdf" in said for number in range(20))
    assert "Files without a student's id in their names: 20. The lines with 'Skipped'" in said


def test_a_file_and_a_folder_of_one_name(course):
    """The command of nbgrader would end at the second, because it cannot make the folder."""
    files = {
        "A_1_assignsubmission_file_/p": b"1",
        "B_1_assignsubmission_onlinetext_/p/q": b"2",
        "C_2_assignsubmission_file_/p": b"3",
    }
    download(archive_of(course), files, "class.zip")
    said = collect(course, PATTERNS["Moodle, with folders"])
    assert submitted(course) == {"1": {"p": b"1"}, "2": {"p": b"3"}}
    assert said.count("Left out:") == 1


def test_a_fault_of_one_member_costs_that_member(course):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        for name, content in (("a/p", "first"), ("b/p", "torn"), ("a/p", "second"), ("c/p", "3")):
            archive.writestr(name, content)
        archive.writestr("d/p", "secret")
    torn = bytearray(data.getvalue().replace(b"torn", b"TORN", 1))
    torn[torn.index(b"PK\3\4", torn.index(b"d/p") - 31) + 6] |= 1  # "d/p" is said to be encrypted
    central = torn.rindex(b"PK\1\2")
    torn[central + 8] |= 1
    download(archive_of(course), {"class.zip": bytes(torn)})
    said = collect(course, PATTERNS["folders in an archive"])
    assert submitted(course) == {"a": {"p": b"first"}, "c": {"p": b"3"}}
    assert "class.zip: b/p cannot be read: Bad CRC-32" in said
    assert "class.zip: a/p appears twice; the first one is kept" in said
    assert "class.zip: d/p cannot be read" in said


@pytest.mark.parametrize("seed", range(12))
def test_no_damage_of_an_upload_is_an_error(seed, course, work):
    chance = random.Random(seed)
    pack = zipped({"a": b"1" * 500, "b/c": b"2", "d.zip": zipped({"e": b"3"})})
    data = bytearray(pack if seed % 2 else tarred({"a": b"1"}) + pack[:30])
    for _ in range(chance.randint(1, 30)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    files = {"eve/x.zip": bytes(data), "zoe/y.gz": bytes(data)}
    files |= {f"ada/{name}": content for name, content in work.items()}
    download(archive_of(course), files, "class.zip")
    collect(course, PATTERNS["folders in an archive"])
    assert submitted(course)["ada"] == work


def test_a_damaged_archive_of_the_class_is_named_and_ends_the_command(course):
    download(archive_of(course), {"class.zip": b"PK no archive"})
    said = collect(course, PATTERNS["folders in an archive"], expect=1)
    assert "Left out: class.zip cannot be read" in said and "No file counts" in said


def test_nbgraders_own_ends_at_a_damaged_archive(tmp_path):
    download(tmp_path / "in", {"a.zip": b"PK no archive", "b.zip": zipped({"x": "1"})})
    with pytest.raises(Exception, match=r"a\.zip"):
        ExtractorPlugin().extract(str(tmp_path / "in"), str(tmp_path / "out"))


# ---- settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
def test_without_a_pattern_the_one_that_fits_is_shown(name, course):
    system = SYSTEMS[name]
    files = {system.path(student, "p.ipynb"): b"1" for student in ("12", "77")}
    download(archive_of(course), files, system.archive)
    said = collect(course, "", expect=1)
    assert f"For {name} (is it yours?), it is {system.pattern!r}" in said
    assert submitted(course) == {}


UNKNOWN = {
    "Microsoft Teams": (
        "Submitted files/Ada Lovelace/PS1/Version 2/adding.ipynb",
        "Submitted files/Grace Hopper/PS1/Version 1/adding.ipynb",
    ),
    "Microsoft Teams, with what is in progress": (
        "Submitted files/Ada Lovelace/PS1/Version 2/adding.ipynb",
        "Submitted files/Grace Hopper/PS1/Version 1/adding.ipynb",
        "Working files/Ada Lovelace/PS1/adding.ipynb",
    ),
    "Microsoft Teams, names of their own": (
        "Submitted files/Ada/PS1/ada.ipynb",
        "Submitted files/Grace/PS1/grace.ipynb",
        "Working files/Ada/PS1/ada.ipynb",
        "Working files/Grace/PS1/grace.ipynb",
    ),
    "Microsoft Teams, one student": (
        "Submitted files/Ada/PS1/adding.ipynb",
        "Working files/Ada/PS1/adding.ipynb",
    ),
    "sections, names of their own": (
        "Section A/ada.ipynb",
        "Section A/alan.ipynb",
        "Section B/bea.ipynb",
        "Section B/bob.ipynb",
    ),
    "sections, some names alike": (
        "A/ada.ipynb",
        "A/adding.ipynb",
        "A/alan.ipynb",
        "B/adding.ipynb",
        "B/bob.ipynb",
    ),
    "sections with a folder for each student": (
        "A/ada/adding.ipynb",
        "B/bea/adding.ipynb",
        "B/bob/doubling.ipynb",
    ),
    "one section": ("Section A/adding.ipynb",),
    "clones of GitHub Classroom": ("ps1-ada/adding.ipynb", "ps1-hopper/adding.ipynb"),
    "GitHub Classroom": (
        "ps1-submissions/ps1-adalovelace/adding.ipynb",
        "ps1-submissions/ps1-hopper/adding.ipynb",
    ),
    "ILIAS": (
        "PS1/lovelace_ada_adal_12345/20261102101010_adding.ipynb",
        "PS1/hopper_grace_grh_12346/20261102101011_adding.ipynb",
    ),
    "Google Classroom": ("adding - Ada Lovelace.ipynb", "adding - Grace Hopper.ipynb"),
    "one of many": ("a_1_2_adding.ipynb", "ada.ipynb", "bea.ipynb", "cy.ipynb"),
    "Sakai, anonymous": ("PS1/4f3a/adding.ipynb", "PS1/9b2c/adding.ipynb"),
}


def likely(names):
    return likely_system([Download("class.zip", name) for name in names], Path("/c/extracted"))


@pytest.mark.parametrize("names", UNKNOWN.values(), ids=UNKNOWN)
def test_no_pattern_is_likely_that_does_not_fit(names):
    assert likely(names) is None


def test_that_no_pattern_fits_is_said(course):
    names = UNKNOWN["Google Classroom"]
    download(archive_of(course), dict.fromkeys(names, b"1"), "class.zip")
    said = collect(course, "", expect=1)
    assert f"No pattern of nbjudge fits these names, such as class.zip: {names[0]}. Write" in said
    assert "is it yours?" not in said
    assert submitted(course) == {}


def test_what_the_system_adds_does_not_count():
    folder = "PS1/Lovelace, Ada(ada)"
    names = [f"{folder}/Submission attachment(s)/adding.ipynb", f"{folder}/timestamp.txt"]
    names += [f"{folder}/comments.txt", "PS1/grades.csv"]
    assert likely(names) == "Sakai, with folders"


def test_folders_of_two_students_with_files_of_one_name_are_folders():
    names = ("ada/adding.ipynb", "ada/doubling.ipynb", "bea/adding.ipynb")
    assert likely(names) == "folders in an archive"


def test_clones_with_a_folder_for_the_assignment_are_folders():
    names = ("ada/ps1/adding.ipynb", "bea/ps1/adding.ipynb", "cy/ps1/my.ipynb")
    assert likely(names) == "folders in an archive"


def test_a_pattern_without_a_student_is_refused(course):
    download(archive_of(course), {"ada_p": b"1"})
    said = collect(course, ".*/(?P<foo>ada)_(?P<file_id>.+)", expect=1)
    assert "named_regexp has no group (?P<student_id>...)" in said
    said = collect(course, "(", expect=1)
    assert "named_regexp is not a regular expression" in said


def test_a_collector_of_the_course_sees_the_files_as_they_were_named(course):
    (course / "own.py").write_text(
        "from nbgrader.plugins import FileNameCollectorPlugin\n"
        "class Own(FileNameCollectorPlugin):\n"
        "    def collect(self, path):\n"
        "        *_, student, file = path.split('/')\n"
        "        return {'student_id': student, 'file_id': file}\n"
    )
    files = {"ada/p.ipynb": b"1", "ada/work.zip": zipped({"bob/p.ipynb": "2"})}
    download(archive_of(course), files, "class.zip")
    collect(course, "", "--collector=own.Own")
    assert submitted(course) == {
        "ada": files and {p.partition("/")[2]: c for p, c in files.items()}
    }


def test_the_collector_refuses_another_extractor(course):
    download(archive_of(course), {"ada_p.ipynb": b"1"})
    option = "--extractor=nbgrader.plugins.zipcollect.ExtractorPlugin"
    said = collect(course, PATTERNS_OWN, option, expect=1)
    assert "needs SafeExtractor" in said


def test_the_exit_code_is_nbgraders_and_the_last_line_counts(course):
    """In a process of its own, whose end is what prints the line."""
    download(archive_of(course), {"ada_p": b"1", "._ada_p": b"1", "eve_timestamp.txt": b"1"})
    pattern = f"--FileNameCollectorPlugin.named_regexp={PATTERNS_OWN}"
    command = [sys.executable, "-m", "nbgrader", "zip_collect", PS, "--force", pattern]
    finished = subprocess.run(command, cwd=course, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert "Files left out: 1. The lines" in finished.stderr.splitlines()[-1]


# ---- what came from where -----------------------------------------------------------------------


def test_it_is_written_down_what_came_from_where(course, work):
    system = SYSTEMS["Canvas"]
    path = system.path("12", "my work.zip", 5)
    download(archive_of(course), {path: zipped(work)}, system.archive)
    collect(course, system.pattern)
    (upload,) = read_uploads(course / "downloaded" / PS / "extracted")
    assert (upload.archive, upload.path, upload.student) == (system.archive, path, "12")
    assert upload.before + upload.file + upload.after == path
    assert upload.notebooks == list(NOTEBOOKS)
    listed = course / "downloaded" / PS / "extracted.json"
    assert listed.stat().st_mode & 0o777 == 0o600
    # It is replaced together with the folder.
    (archive_of(course) / system.archive).write_bytes(zipped({"nothing": "1"}))
    collect(course, system.pattern, expect=1)
    assert not listed.exists()


@pytest.mark.parametrize(
    "name", ["a/../b", "/a", "..", "a/..", "", ".", "a\nb", "n" * 201, "d/" * 25]
)
def test_names_that_no_path_is_made_of(name):
    assert why_unsafe(name)
