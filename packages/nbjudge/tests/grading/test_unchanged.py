"""A notebook that is the same as in the student's last attempt keeps its result, and does not run.

Each answer prints a number that no two runs have in common, so a graded notebook tells by its
content whether it ran again.
"""

import json
import shutil

import pytest
from nbgrader.api import Gradebook
from nbgrader.utils import compute_checksum

from nbjudge.grading import inputs
from nbjudge_testing import courses
from nbjudge_testing.grading_course import (
    ANSWERS,
    NOTEBOOKS,
    PS,
    audit_of,
    database,
    edit,
    grade_here,
    hand_in,
    make_course,
    record_of,
    rows_of,
    scores_of,
)

NEW = "import os\nprint(os.urandom(8).hex())\n"
ANN = {function: NEW + answer for function, answer in ANSWERS.items()}
WRONG = NEW + "def double(x):\n    return 0"
SLOW = "import time\ntime.sleep(60)\n"


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course with an attempt of ann that is graded. Do not write in it."""
    course = make_course(tmp_path_factory.mktemp("unchanged") / "course")
    hand_in_again(course, ANN)
    return course


@pytest.fixture
def course(graded, tmp_path):
    return shutil.copytree(graded, tmp_path / "course")


def hand_in_again(
    course, answers, *traits: str, student="ann", force=False, printed=True, **files
) -> list[str]:
    """Submit and grade; return the notebooks that did not run, as the record says.

    With `printed`, the output of those that ran is looked at: a process that is ended loses it.
    """
    shutil.rmtree(course / "submitted" / student, ignore_errors=True)
    before = graded_files(course, student)
    number = str(len(before) and len(audit_of(course)))
    files = {"timestamp__txt": f"2026-11-24 10:00:0{number} UTC"} | files
    hand_in(course, student, answers, submission_secret__txt=number, **files)
    summary = grade_here(course, *traits, force=force, students=[student])
    assert summary.graded == 1 and summary.skipped == 0
    after = graded_files(course, student)
    noted = record_of(course, student)["notebooks"]
    unchanged = [name for name in NOTEBOOKS if noted[name]["unchanged"]]
    same = [name for name in NOTEBOOKS if after[name] == before.get(name)]
    assert unchanged == same if printed else set(unchanged) <= set(same)
    assert audit_of(course)[-1]["unchanged"] == unchanged
    return unchanged


def graded_files(course, student="ann") -> dict[str, bytes]:
    folder = course / "autograded" / student / PS
    return {path.stem: path.read_bytes() for path in folder.glob("*.ipynb")}


def test_only_the_changed_notebook_runs_and_points_are_as_if_all_had_run(course):
    changed = ANN | {"double": WRONG}
    assert hand_in_again(course, changed) == ["adding"]
    assert scores_of(course, "ann") == {
        "test-add-small": 2,
        "test-add-large": 3,
        "add-why": None,
        "test-double-small": 0,
        "test-double-large": 0,
        "double-why": None,
    }
    assert hand_in_again(course, changed) == ["adding", "doubling"]  # two attempts ago, too
    rows = rows_of(database(course))
    assert hand_in_again(course, changed, force=True) == []
    assert rows_of(database(course)) == rows


def test_a_student_has_what_the_own_last_attempt_has(course):
    assert hand_in_again(course, ANN, student="ben") == []
    shutil.copytree(
        course / "autograded" / "ann", course / "autograded" / "ben", dirs_exist_ok=True
    )
    assert hand_in_again(course, ANN, student="ben") == []


def change_test(course, source="assert add(1, 1) == 2") -> None:
    name = "test-add-small"
    cell = courses.cell(name, source, points=2, grade=True, locked=True)
    with Gradebook(database(course), "small") as gradebook:
        known = gradebook.find_source_cell(name, "adding", PS)
        known.source, known.checksum = source, compute_checksum(cell)
        gradebook.db.commit()


def change_support(course) -> None:
    (course / "source" / PS / "numbers.txt").write_text("1 2\n")


def change_points(course) -> None:
    with Gradebook(database(course), "small") as gradebook:
        gradebook.find_grade("test-add-large", "adding", PS, "ann").auto_score = 1
        gradebook.find_grade("test-double-large", "doubling", PS, "ann").auto_score = 1
        gradebook.db.commit()


def change_graded(course) -> None:
    for path in (course / "autograded" / "ann" / PS).glob("*.ipynb"):
        edit(path, lambda notebook: notebook["cells"].pop())


def change_record(course) -> None:
    path = course / "autograded" / "ann" / PS / "nbjudge.json"
    record = json.loads(path.read_text())
    keys = [entry["key"] for entry in record["notebooks"].values()]
    for entry, key in zip(record["notebooks"].values(), reversed(keys), strict=True):
        entry["key"] = key
    path.write_text(json.dumps(record))


@pytest.mark.parametrize(
    "change", [change_test, change_support, change_points, change_graded, change_record]
)
def test_all_run_again_if_the_course_or_the_stored_result_is_another(course, change):
    change(course)
    assert hand_in_again(course, ANN) == []


@pytest.mark.parametrize(
    ("traits", "files"),
    [
        (["--JudgeExecute.cell_seconds=29"], {}),
        ([], {"data__csv": "1,2\n"}),
        ([], {"numbers__txt": "is replaced by the instructor's, and seen before that"}),
    ],
)
def test_all_run_again_after_a_change_of_settings_or_of_a_file(course, traits, files):
    assert hand_in_again(course, ANN, *traits, **files) == []
    assert hand_in_again(course, ANN, *traits, **files) == list(NOTEBOOKS)


def test_all_run_again_in_another_version(course, tmp_path, monkeypatch):
    torch = tmp_path / "torch-99.0.dist-info"
    torch.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    assert hand_in_again(course, ANN) == []
    assert hand_in_again(course, ANN) == list(NOTEBOOKS)
    torch.rename(tmp_path / "torch-99.1.dist-info")
    assert hand_in_again(course, ANN) == []
    python = inputs.versions() | {"python": "3.99.0"}
    monkeypatch.setattr(inputs, "versions", lambda: python)
    assert hand_in_again(course, ANN) == []


@pytest.mark.parametrize(
    "answer",
    [
        SLOW + ANSWERS["add"],
        "def add(x, y):\n    [].append(bytearray(10**13))\n    return x + y",
        "import os\nos._exit(3)",
        "raise OSError(24, 'Too many open files')",
    ],
)
def test_a_run_that_met_a_limit_runs_again(course, answer):
    attempt, trait = ANN | {"add": NEW + answer}, "--JudgeExecute.cell_seconds=2"
    assert hand_in_again(course, attempt, trait) == []
    assert hand_in_again(course, attempt, trait, printed=False) == ["doubling"]


def test_a_limit_that_a_test_cell_passes_over_is_one(course):
    change_test(course, source="try:\n    add(7, 7)\nexcept Exception:\n    pass")
    slow = ANN | {"add": f"{NEW}import time\ndef add(x, y):\n    time.sleep(60 * (x == 7))"}
    trait = "--JudgeExecute.cell_seconds=2"
    assert hand_in_again(course, slow, trait) == []
    assert scores_of(course, "ann")["test-add-small"] == 2
    assert hand_in_again(course, slow, trait, printed=False) == ["doubling"]


def test_what_needs_a_person_runs_again(course):
    def lacking(course) -> list[str]:
        shutil.rmtree(course / "submitted" / "ann")
        number = str(len(audit_of(course)))
        path = hand_in(course, "ann", ANN, submission_secret__txt=number)
        edit(path / "adding.ipynb", lambda notebook: notebook["cells"].pop(4))
        before = graded_files(course)
        grade_here(course)
        after = graded_files(course)
        return [name for name in NOTEBOOKS if after[name] == before[name]]

    assert lacking(course) == lacking(course) == ["doubling"]


def test_a_late_attempt_runs_as_a_whole_and_pays_for_all(course):
    with Gradebook(database(course), "small") as gradebook:
        gradebook.update_or_create_assignment(PS, duedate="2026-11-24 12:00:00 UTC")
    traits = [
        "--CollectSettings.trust_timestamps=True",
        "--LateSubmissionPlugin.penalty_method=zero",
    ]
    late, on_time = "2026-11-24 13:00:00 UTC", "2026-11-24 11:00:00 UTC"
    assert hand_in_again(course, ANN, *traits, timestamp__txt=on_time) == []
    assert hand_in_again(course, ANN, *traits, timestamp__txt=late) == []
    assert penalties(course) == [5, 5]
    assert hand_in_again(course, ANN, *traits, timestamp__txt=on_time) == list(NOTEBOOKS)
    assert penalties(course) == [None, None]


def penalties(course) -> list[float | None]:
    rows = rows_of(database(course))["submitted_notebook"]
    return [row["late_submission_penalty"] for row in rows]


def test_points_by_hand_stay_as_if_all_had_run(course, tmp_path):
    with Gradebook(database(course), "small") as gradebook:
        for name, points in (("add-why", 3), ("test-add-large", 1)):
            score = gradebook.find_grade(name, "adding", PS, "ann")
            score.manual_score, score.needs_manual_grade = points, False
        gradebook.find_comment("add", "adding", PS, "ann").manual_comment = "Nearly."
        gradebook.db.commit()
    other = shutil.copytree(course, tmp_path / "other")
    assert hand_in_again(course, ANN | {"double": WRONG}) == ["adding"]
    assert hand_in_again(other, ANN | {"double": WRONG}, force=True) == []
    assert rows_of(database(course)) == rows_of(database(other))
