"""Whose an upload is: only the part of a name that the system wrote says it."""

import pytest
from nbgrader.plugins import FileNameCollectorPlugin

from nbjudge.zip_collect.names import (
    PATTERNS,
    AmbiguousNameError,
    NamePattern,
    with_first_place,
    with_shortest_id,
)
from nbjudge_testing.lms_downloads import SYSTEMS

ROOT = "/course/downloaded/ps1/extracted/class"


def owner_of(system, path, root=ROOT):
    return NamePattern(PATTERNS[system]).owner_of(path, root)


@pytest.mark.parametrize(
    ("system", "path", "student", "file"),
    [
        ("Canvas", "lovelaceada_12345_678901_problem1.ipynb", "12345", "problem1.ipynb"),
        ("Canvas", "hoppergrace_LATE_12346_678902_problem1", "12346", "problem1"),
        ("Canvas", "group7_LATE_12347_678903_lab_2_1_ada.ipynb", "12347", "lab_2_1_ada.ipynb"),
        ("Moodle, with folders", "A L_12_assignsubmission_file_/ps1/a.ipynb", "12", "ps1/a.ipynb"),
        ("Moodle, with folders", "A L_12_assignsubmission_file/a.ipynb", "12", "a.ipynb"),
        ("Moodle", "G H_1234569_assignsubmission_file_my_work.ipynb", "1234569", "my_work.ipynb"),
        (
            "Blackboard",
            "Home_work_bob_attempt_2024-03-01-10-00-00_my_attempt_2_n.ipynb",
            "bob",
            "my_attempt_2_n.ipynb",
        ),
        ("Brightspace", "1-2 - Mary-Ann Lee - Mar 1, 2024 1000 AM/p.ipynb", "1", "p.ipynb"),
        ("Gradescope", "assignment_1_export/submission_111/p.zip", "111", "p.zip"),
        ("Sakai, with folders", "PS/L, A(ada)/Submission attachment(s)/p.zip", "ada", "p.zip"),
        (
            "Sakai, with folders",
            "PS/Lovelace (Countess), A(ada)/Submission attachment(s)/x(bea).ipynb",
            "ada",
            "x(bea).ipynb",
        ),
        ("Sakai", "PS 1/L, A(ada)_Submission attachment(s)_my_p.ipynb", "ada", "my_p.ipynb"),
        ("folders in an archive", "ada/data/x.csv", "ada", "data/x.csv"),
    ],
)
def test_names_of_systems(system, path, student, file):
    owner = owner_of(system, path)
    assert (owner.student, owner.file) == (student, file)


@pytest.mark.parametrize(
    ("system", "path"),
    [
        ("Blackboard", "Home_work_bob_attempt_2024-03-01-10-00-00.txt"),
        ("Gradescope", "assignment_1_export/submission_metadata.yml"),
        ("Canvas", "notes.ipynb"),
        ("Sakai, with folders", "PS/L, A(ada)/timestamp.txt"),
        ("Sakai, with folders", "PS/L, A(ada)/Feedback Attachment(s)/p.ipynb"),
        ("Sakai, with folders", "PS/L, A(ada); H, G(grh)/Submission attachment(s)/p.ipynb"),
        ("Sakai", "PS/grades.csv"),
        ("folders in an archive", "readme.txt"),
    ],
)
def test_a_file_of_the_system_is_nobodys(system, path):
    assert owner_of(system, path) is None


# What eve names her upload, so that it looks like the work of 77.
FORGED = {
    "Canvas": "x_77_999_n.ipynb",
    "Moodle": "x_77_assignsubmission_file_n.ipynb",
    "Moodle, with folders": "x_77_assignsubmission_file_/n.ipynb",
    "Brightspace": "77-1 - Grace Hopper - Mar 2, 2030 1000 AM/n.ipynb",
    "Gradescope": "submission_77/n.ipynb",
    "Sakai, with folders": "H, G(77)/Submission attachment(s)/n.ipynb",
    "folders in an archive": "77/n.ipynb",
}


@pytest.mark.parametrize("system", FORGED)
def test_what_a_student_writes_below_says_nothing(system):
    path = SYSTEMS[system].path("12", FORGED[system])
    assert owner_of(system, path).student == "12"


def test_a_name_that_fits_with_two_ids_is_nobodys():
    forged = "x_ada_attempt_2030-01-01-00-00-00_n.ipynb"
    with pytest.raises(AmbiguousNameError, match="could be the work of eve or of ada"):
        owner_of("Blackboard", SYSTEMS["Blackboard"].path("eve", forged))


def test_a_name_in_sakai_with_two_ids_is_nobodys():
    forged = "H, G(ada)_Submission attachment(s)_n.ipynb"
    with pytest.raises(AmbiguousNameError, match="could be the work of eve or of ada"):
        owner_of("Sakai", SYSTEMS["Sakai"].path("eve", forged))


def test_the_time_is_the_one_that_the_system_wrote():
    """A student who repeats her own id must not choose a later time."""
    forged = "x_eve_attempt_2030-01-01-00-00-00_n.ipynb"
    owner = owner_of("Blackboard", SYSTEMS["Blackboard"].path("eve", forged))
    assert (owner.timestamp, owner.file) == ("2024-03-01-23-59-58", forged)


OWN = r".*/(?P<student_id>[^/]+?)_(?P<file_id>\w+)"


def test_a_pattern_of_the_course_sees_the_path_as_it_was_named():
    owner = NamePattern(OWN).owner_of("ada_problem.ipynb", ROOT)
    assert (owner.student, owner.file, owner.before) == ("ada", "problem.ipynb", "ada_")
    last = NamePattern(r".*/(?P<file_id>\w+) by (?P<student_id>\w+)")
    owner = last.owner_of("one by ada.ipynb", ROOT)
    assert (owner.student, owner.file, owner.after) == ("ada", "one.ipynb", " by ada")


@pytest.mark.parametrize("path", ["eve_work/ada_problem.ipynb", "ps1_all/ada_problem.ipynb"])
def test_a_pattern_of_the_course_that_fits_in_two_places_names_nobody(path):
    with pytest.raises(AmbiguousNameError, match="of ada, so it is nobody's"):
        NamePattern(OWN).owner_of(path, ROOT)


@pytest.mark.parametrize(
    "regexp",
    [
        r".*/extracted/.*_(?P<student_id>\d+)_(?P<file_id>.+)$",
        r"^.*_(?P<student_id>\d+)_(?P<file_id>.+)$",
    ],
)
def test_a_pattern_that_begins_in_the_folders_above_has_a_first_place_too(regexp):
    pattern = NamePattern(regexp)
    root = "/srv/grace/downloaded/ps1/extracted/class"
    assert pattern.owner_of("ada_12_n.ipynb", root).student == "12"
    with pytest.raises(AmbiguousNameError, match="of 12 or of 77"):
        pattern.owner_of("eve_12_x_77_n.ipynb", root)


def test_an_id_that_could_end_earlier_names_nobody():
    """The student lee must not hand in as lee_min."""
    pattern = NamePattern(r".*/(?P<student_id>\w+)_(?P<file_id>\w+)")
    assert pattern.owner_of("lee_problem.ipynb", ROOT).student == "lee"
    with pytest.raises(AmbiguousNameError, match="of lee or of lee_min"):
        pattern.owner_of("lee_min_problem.ipynb", ROOT)
    number = NamePattern(r".*/(?P<student_id>\d+)(?P<file_id>.+)")
    assert number.owner_of("12345.ipynb", ROOT).student == "12345"


def test_the_pattern_in_the_help_of_nbgrader():
    pattern = NamePattern(FileNameCollectorPlugin.named_regexp.help.split('"')[1])
    time = "2016-01-30-15-00-00"
    owner = pattern.owner_of(f"ps1_bitdiddle_attempt_{time}_problem1.ipynb", ROOT)
    assert (owner.student, owner.file, owner.timestamp) == ("bitdiddle", "problem1.ipynb", time)
    repeated = f"ps1_eve_attempt_{time}_x_eve_attempt_2000-01-01-00-00-00_n.ipynb"
    assert pattern.owner_of(repeated, ROOT).timestamp == time
    with pytest.raises(AmbiguousNameError, match="of eve or of ada"):
        pattern.owner_of(repeated.replace("x_eve", "x_ada"), ROOT)


@pytest.mark.parametrize(
    ("regexp", "path"),
    [
        (r".*/(?P<student_id>[^/_]+)_(?P<file_id>\w*)", "eve_.ipynb"),
        (r".*/(?P<student_id>[^/_]+)(?:_(?P<file_id>\w+))?", "eve"),
    ],
)
def test_a_name_without_the_part_of_the_student_is_nobodys(regexp, path):
    assert NamePattern(regexp).owner_of(path, ROOT) is None


def test_folders_above_the_uploads_are_not_matched():
    owner = NamePattern(OWN).owner_of("ada_problem.ipynb", "/srv/eve_course/extracted/a_class")
    assert owner.student == "ada"


@pytest.mark.parametrize(
    ("regexp", "first"),
    [
        (r".*/[^/]*_(?P<student_id>\d+)", r".*?/[^/]*?_(?P<student_id>\d+)"),
        (r"(?:a+|[*+]?)\*{2,3}b{4}.*?(?P<student_id>.+)", None),
        (r"x*+(?P<student_id>.+)", r"x*+(?P<student_id>.+)"),
    ],
)
def test_quantifiers_before_the_id_take_little(regexp, first):
    first = first or r"(?:a+?|[*+]??)\*{2,3}?b{4}.*?(?P<student_id>.+)"
    assert with_first_place(regexp) == first


@pytest.mark.parametrize(
    ("regexp", "shortest"),
    [
        (
            r".*/(?P<student_id>\w+)_(?P<file_id>.+)",
            r".*?/(?P<student_id>\w+?)(?![^\W_])_(?P<file_id>.+)",
        ),
        (r"(?P<student_id>(?:a[)]\))+)x", r"(?P<student_id>(?:a[)]\))+?)(?![^\W_])x"),
        (r"no group", r"no group"),
    ],
)
def test_the_id_takes_little(regexp, shortest):
    assert with_shortest_id(regexp) == shortest
