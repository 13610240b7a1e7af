"""What a course has collected of a student who is deleted."""

import re
import shutil
import subprocess
import sys

import pytest
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from nbjudge.files.mentions import Mention
from nbjudge.zip_collect import student_downloads
from nbjudge.zip_collect.uploads import read_uploads
from nbjudge_testing.commands import run_nbjudge
from nbjudge_testing.grading_course import PS
from nbjudge_testing.lms_downloads import SYSTEMS, tarred, zipped

CANVAS = SYSTEMS["Canvas"]
STUDENT, OTHER, LONGER = "4711", "4712", "47110"


def delete(course):
    """Run the command; return what it printed."""
    finished = subprocess.run(
        [sys.executable, "-m", "nbjudge", "delete-student", STUDENT],
        cwd=course,
        input=f"{STUDENT}\n",
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture
def collected(course, work, tmp_path):
    """A course that has collected the work of three students."""
    with open(course / "nbgrader_config.py", "a") as config:
        config.write(f"\nc.Exchange.root = {str(tmp_path / 'exchange')!r}\n")
    archive = tmp_path / CANVAS.archive
    files = {
        CANVAS.path(student, "adding.ipynb", 8): work["adding.ipynb"]
        for student in (STUDENT, OTHER, LONGER)
    }
    archive.write_bytes(zipped(files))
    finished = run_nbjudge(course, "zip-collect", PS, str(archive), "--system=Canvas")
    assert "Collected from 3 students" in finished.stdout
    return course


def test_all_that_was_collected_is_deleted_or_listed(collected):
    course = collected
    downloaded = course / "downloaded" / PS
    names = {student: CANVAS.path(student, "p.ipynb", 9) for student in (STUDENT, OTHER, LONGER)}
    remaining = {
        downloaded / "archive" / CANVAS.archive: None,
        downloaded / "archive" / "more.tar.gz": tarred({names[STUDENT]: b""}),
        downloaded / "archive" / "MORE.TGZ": tarred({names[STUDENT]: b""}),
        downloaded / "archive" / "damaged.zip": zipped({names[STUDENT]: b""})[:-30],
        course / "names.csv": f"file\n{names[STUDENT]}\n".encode(),
        course / "exports" / f"{STUDENT}.html": b"<p>",
        course / "upload.csv": f"{STUDENT}-678 - Ada Lee".encode(),  # Brightspace writes it so
        course / "pages.zip": zipped({names[STUDENT].replace(".ipynb", ".html"): b""}),
        course / ".nbjudge-zip-abc" / "class.zip": zipped({names[STUDENT]: b""}),
        course / ".nbjudge-zip-def" / "table.json": f'{{"student": "{STUDENT}"}}'.encode(),
    }
    others = {
        downloaded / "archive" / "others.tar.gz": tarred({names[OTHER]: b"", names[LONGER]: b""}),
        course / "others.csv": f"{names[OTHER]} {names[LONGER]}".encode(),
        course / ".nbjudge-zip-ghi" / "class.zip": zipped({names[LONGER]: b""}),
        course / "empty.txt": b"",
    }
    for path, content in (remaining | others).items():
        path.parent.mkdir(exist_ok=True)
        if content is not None:
            path.write_bytes(content)
    shutil.copy(course / "gradebook.db", course / "gradebook.db.old")
    with Gradebook(f"sqlite:///{course}/gradebook.db.old") as backup:
        backup.add_student(STUDENT, first_name="Ada", last_name="Lovelace")
    remaining[course / "gradebook.db.old"] = None

    said = delete(course)
    extracted = downloaded / "extracted"
    assert sorted(path.name for path in extracted.iterdir()) == sorted([OTHER, LONGER])
    assert {upload.student for upload in read_uploads(extracted)} == {OTHER, LONGER}
    expected = {
        str(path.parent if ".nbjudge-zip-" in path.parent.name else path) for path in remaining
    }
    # In the others, the id may be a word.
    certain = {
        str(path) for path in (downloaded / "archive" / CANVAS.archive, *course.glob("*.old"))
    }
    certain |= {path for path in expected if ".nbjudge-zip-" in path}
    assert set(re.findall("(.*) still contains data of", said)) == certain
    listed = set(
        re.findall(f"(.*) contains '{STUDENT}': check whether it means this student", said)
    )
    assert listed == expected - certain
    for command in re.findall("delete it: (.*)", said):
        subprocess.run(command, shell=True, check=True)
    assert "still contains" not in delete(course)
    for path, content in others.items():
        assert path.read_bytes() == content


def test_a_download_without_the_id_in_its_name_is_listed_by_what_was_collected(collected):
    downloaded = collected / "downloaded" / PS
    archive = downloaded / "archive" / CANVAS.archive
    archive.write_bytes(zipped({"renamed": b""}))
    assert f"{archive} still contains data of {STUDENT}" in delete(collected)


def test_a_damaged_list_is_listed(collected):
    damaged = collected / "downloaded" / PS / "extracted.json"
    damaged.write_text(damaged.read_text()[:-5])
    said = delete(collected)
    assert f"{damaged} contains '{STUDENT}'" in said
    assert f"{damaged.with_suffix('') / STUDENT / 'adding.ipynb'} contains" in said


def test_a_tar_archive_without_end_is_read_up_to_a_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(student_downloads, "MOST_UNPACKED", 15_000)
    archives = tmp_path / "downloaded" / PS / "archive"
    archives.mkdir(parents=True)
    (archives / "large.tgz").write_bytes(tarred({"large": bytes(30_000), f"{STUDENT}.txt": b""}))
    small = archives / "small.tgz"
    small.write_bytes(tarred({"small": bytes(2_000), f"{STUDENT}.txt": b""}))
    course = CourseDirectory(root=str(tmp_path))
    assert student_downloads.forget_uploads(course, STUDENT) == [Mention(small, False)]
