"""`nbjudge zip-collect`: a class's archive is shown before anything is collected."""

import json
import shutil

import pytest
from nbgrader.api import Gradebook

from nbjudge.zip_collect.names import PATTERNS
from nbjudge.zip_collect.uploads import read_uploads
from nbjudge_testing.commands import run_nbgrader, run_nbjudge
from nbjudge_testing.grading_course import PS, hand_in
from nbjudge_testing.lms_downloads import SYSTEMS, download, zipped

CANVAS = SYSTEMS["Canvas"]


def tree(course):
    """Every file of the course but the locks and the gradebook, with its content."""
    return {
        str(path.relative_to(course)): path.read_bytes()
        for path in course.rglob("*")
        if path.is_file() and not path.name.startswith((".nbjudge", "gradebook.db"))
    }


def class_zip(folder, work):
    """The archive of a class in Canvas, with all that can happen to an upload."""
    files = {
        CANVAS.path("11", name, number): data for number, (name, data) in enumerate(work.items())
    }
    files[CANVAS.path("12", "work.zip", 7)] = zipped({"ps/adding.ipynb": work["adding.ipynb"]})
    files[CANVAS.path("13", "adding.ipynb", 8)] = b"older"
    files[CANVAS.path("13", "adding-1.ipynb", 9)] = work["adding.ipynb"]
    files[CANVAS.path("14", "timestamp.txt", 10)] = b"2020-01-01"
    files["index.html"] = b"<p>"
    download(folder, files, CANVAS.archive)
    return folder / CANVAS.archive


def zip_collect(course, *arguments):
    """Run the command; return its exit code, its output and the table as JSON."""
    report = course.parent / "table.json"
    report.unlink(missing_ok=True)
    finished = run_nbjudge(course, "zip-collect", PS, *map(str, arguments), f"--json={report}")
    assert "Traceback" not in finished.stderr
    table = json.loads(report.read_text()) if report.exists() else None
    return finished.returncode, finished.stdout + finished.stderr, table


def test_the_table_shows_whose_each_upload_is(course, work, tmp_path):
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        gradebook.add_student("11", first_name="Ada", last_name="Lovelace")
    hand_in(course, "12")
    archive = class_zip(tmp_path / "lms", work)
    before = tree(course)
    code, said, table = zip_collect(course, archive, "--dry-run")
    assert code == 0
    assert tree(course) == before and not (course / "downloaded").exists()
    assert not list(course.glob(".nbjudge-zip-*"))
    assert (table["system"], table["is_confirmed"]) == ("Canvas", False)
    assert (table["fitting"], table["files"]) == (6, 7)
    rows = {row["student"]: row for row in table["students"]}
    assert rows.keys() == {"11", "12", "13"}
    assert rows["11"]["name"] == "Lovelace, Ada" and rows["11"]["is_known"]
    assert rows["11"]["notebooks"] == ["adding", "doubling"] and rows["11"]["missing"] == []
    assert rows["12"]["notebooks"] == ["adding"] and rows["13"]["missing"] == ["doubling"]
    assert rows["12"]["uploads"] == [CANVAS.path("12", "work.zip", 7)]
    assert rows["12"]["replaces"] and not rows["13"]["replaces"]
    reasons = {name.removeprefix(f"{CANVAS.archive}: "): why for name, why in table["left_out"]}
    assert reasons.keys() == {
        CANVAS.path("13", "adding.ipynb", 8),
        CANVAS.path("14", "timestamp.txt", 10),
        "index.html",
    }
    assert "has no student's id in its name" in reasons["index.html"]
    for text in ("Canvas, which fits 6 of 7 files", "Lovelace, Ada", "doubling.ipynb is missing"):
        assert text in said
    assert "Left out: submissions.zip: index.html" in said


def test_a_recognized_system_is_collected_once_it_is_confirmed(course, work, tmp_path):
    archive = class_zip(tmp_path / "lms", work)
    code, said, _ = zip_collect(course, archive)
    assert code == 0 and '--system "Canvas"' in said
    assert not (course / "submitted").exists()
    code, said, _ = zip_collect(course, archive, "--system=Canvas")
    assert code == 0 and "Collected from 3 students" in said
    folder = course / "submitted" / "11" / PS
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == work
    assert (course / "downloaded" / PS / "archive" / archive.name).is_file()
    # As after nbgrader's own command, so that `nbjudge feedback --zip` names the pages.
    assert {
        upload.student for upload in read_uploads(course / "downloaded" / PS / "extracted")
    } == {
        "11",
        "12",
        "13",
    }


def test_it_collects_what_nbgraders_own_command_does(course, work, tmp_path):
    archive = class_zip(course / "downloaded" / PS / "archive", work)
    pattern = f"--FileNameCollectorPlugin.named_regexp={PATTERNS['Canvas']}"
    run_nbgrader(course, "zip_collect", PS, "--force", pattern)
    expected = tree(course / "submitted")
    zip_collect(course, archive, "--system=Canvas")
    assert tree(course / "submitted") == expected


def test_a_second_archive_replaces_the_first(course, work, tmp_path):
    class_zip(tmp_path / "lms", work)
    zip_collect(course, tmp_path / "lms" / CANVAS.archive, "--system=Canvas")
    newer = tmp_path / "lms" / "newer.zip"
    newer.write_bytes(zipped({CANVAS.path("11", "adding.ipynb", 99): work["adding.ipynb"]}))
    _, said, table = zip_collect(course, newer, "--dry-run")
    assert table["replaced"] == [CANVAS.archive] and "which this replaces" in said
    assert table["students"][0]["replaces"]
    zip_collect(course, newer, "--system=Canvas")
    assert [path.name for path in (course / "downloaded" / PS / "archive").iterdir()] == [
        "newer.zip"
    ]
    assert [path.name for path in (course / "submitted" / "11" / PS).iterdir()] == ["adding.ipynb"]
    assert (course / "submitted" / "12" / PS).is_dir()


def test_the_folder_of_the_course_is_collected_with_its_own_pattern(course, work):
    class_zip(course / "downloaded" / PS / "archive", work)
    pattern = f"--FileNameCollectorPlugin.named_regexp={PATTERNS['Canvas']}"
    code, said, table = zip_collect(course, pattern)
    assert code == 0 and table["is_confirmed"] and "Collected from 3 students" in said
    code, said, _ = zip_collect(course, "--FileNameCollectorPlugin.named_regexp=(")
    assert code == 1 and "named_regexp is not a regular expression" in said


def test_files_without_a_notebook_replace_no_notebooks(course, work, tmp_path):
    before = hand_in(course, "11")
    hand_in(course, "12")
    notes = course / "submitted" / "14" / PS / "notes.pdf"
    notes.parent.mkdir(parents=True)
    notes.write_bytes(b"older")
    kept = tree(before)
    letters = {student: CANVAS.path(student, "notes.pdf", 1) for student in ("11", "13", "14")}
    files = dict.fromkeys(letters.values(), b"%PDF")
    rar = CANVAS.path("11", "work.rar", 2)
    files[rar] = b"Rar!\x1a\x07"
    files[CANVAS.path("12", "adding.ipynb", 3)] = work["adding.ipynb"]
    archive = tmp_path / CANVAS.archive
    archive.write_bytes(zipped(files))
    _, said, table = zip_collect(course, archive, "--dry-run")
    (row,) = (row for row in table["students"] if row["student"] == "13")
    sentence = "adding.ipynb and doubling.ipynb are missing. Found: notes.pdf"
    assert row["left_out"] == [sentence]
    assert row["missing"] == []  # that is said already
    assert [row["student"] for row in table["students"]] == ["12", "13", "14"]
    reasons = {name.removeprefix(f"{CANVAS.archive}: "): why for name, why in table["left_out"]}
    assert reasons.keys() == {letters["11"], rar}
    assert f"Ask for the notebooks, or move {before} to another place first" in said
    _, said, _ = zip_collect(course, archive, "--system=Canvas")
    assert "Collected from 3 students" in said
    assert tree(before) == kept
    assert [path.name for path in (course / "submitted" / "12" / PS).iterdir()] == ["adding.ipynb"]
    assert notes.read_bytes() == b"%PDF"
    assert (course / "submitted" / "13" / PS / "notes.pdf").is_file()
    # What the sentence says.
    before.rename(tmp_path / "elsewhere")
    _, said, table = zip_collect(course, archive, "--system=Canvas")
    assert "Collected from 4 students" in said and table["left_out"] == []
    assert tree(before).keys() == {"notes.pdf", "work.rar"}


def test_before_anything_is_released_the_names_show_whether_there_is_a_notebook(
    course, work, tmp_path
):
    for student in ("11", "12"):
        hand_in(course, student)
    shutil.rmtree(course / "release")
    files = {CANVAS.path("11", "notes.pdf", 1): b"", CANVAS.path("12", "my.ipynb", 1): b"{}"}
    archive = tmp_path / CANVAS.archive
    archive.write_bytes(zipped(files))
    _, _, table = zip_collect(course, archive, "--dry-run")
    assert [row["student"] for row in table["students"]] == ["12"]


def test_folders_that_may_be_sections_are_collected_once_they_are_chosen(course, work):
    files = {f"{student}/{student}.ipynb": work["adding.ipynb"] for student in ("ada", "bea")}
    (course / "sections.zip").write_bytes(zipped(files))
    code, said, table = zip_collect(course, "sections.zip", "--dry-run")
    assert code == 1 and table is None
    assert "Choose your system ('folders in an archive' if each folder is one student's)" in said
    code, said, _ = zip_collect(course, "sections.zip", "--system=folders in an archive")
    assert code == 0 and "Collected from 2 students" in said


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        (["gone.zip"], 2, "cannot be read: No such file"),
        (["letter.pdf"], 2, "is not a zip or tar file"),
        (["strange.zip"], 1, "no system that names files as the 1 in strange.zip"),
        (["damaged.zip"], 1, "There is no file to collect in damaged.zip. damaged.zip cannot be"),
        (["strange.zip", "--system=Canvas"], 1, "Choose another system, or set"),
        (["strange.zip", "--system=Canves"], 2, "There is no system 'Canves'"),
        ([], 2, "There is no folder"),
        (
            [
                "strange.zip",
                "--ZipCollectApp.collector_plugin=nbgrader.plugins.FileNameCollectorPlugin",
            ],
            2,
            "This course collects with a class of its own",
        ),
    ],
)
def test_what_cannot_be_collected_is_one_sentence(options, code, sentence, course):
    (course / "letter.pdf").write_bytes(b"%PDF")
    (course / "strange.zip").write_bytes(zipped({"letter": b"1"}))
    (course / "damaged.zip").write_bytes(b"PK no archive")
    ended, said, _ = zip_collect(course, *options)
    assert ended == code and sentence in said
    assert not (course / "submitted").exists() and not list(course.glob(".nbjudge-zip-*"))


def test_a_plugin_that_cannot_be_imported_is_named(course, work, tmp_path):
    archive = class_zip(tmp_path / "lms", work)
    code, said, _ = zip_collect(course, archive, "--ZipCollectApp.collector_plugin=nbjudge.Older")
    assert code == 2
    assert "The configuration is wrong: " in said and "'nbjudge.Older'" in said
    assert "public-api.md" in said
