"""`nbjudge init` adds lines to a course's configuration, and takes exactly these out again."""

import pytest
from conftest import ROOT
from small_courses import COURSES, make_course

from nbjudge.adopt.init import BEGIN, END
from nbjudge.cli import load_course, main
from nbjudge.plugins.chain import autograde_chain, is_judged

# A course that has changed the lists that nbjudge changes.
OWN_CHAIN = """
c.Autograde.autograde_preprocessors = [
    "nbgrader.preprocessors.Execute",
    "nbgrader.preprocessors.SaveAutoGrades",
]
c.CourseDirectory.ignore = ["*.tmp"]
"""


@pytest.fixture
def own_course(tmp_path):
    return make_course(tmp_path / "course", COURSES / "example", OWN_CHAIN)


def configuration(course, monkeypatch):
    monkeypatch.chdir(course)
    return load_course("", [])[1]


@pytest.fixture
def nbjudge(monkeypatch, capsys):
    """Run `nbjudge ARGUMENTS` in a folder; give the exit code, what it printed, and its errors."""

    def run(folder, *arguments):
        monkeypatch.chdir(folder)
        code = main(list(arguments))
        return code, *capsys.readouterr()

    return run


def test_what_is_added_is_shown_and_keeps_the_lists_of_the_course(own_course, nbjudge, monkeypatch):
    before = (own_course / "nbgrader_config.py").read_text()
    code, printed, errors = nbjudge(own_course, "init")
    assert code == 0, errors
    after = (own_course / "nbgrader_config.py").read_text()
    block = after.removeprefix(before).strip("\n")
    assert after.startswith(before) and block.startswith(BEGIN) and block.endswith(END)
    assert block in printed
    config = configuration(own_course, monkeypatch)
    names = [kind.__name__ for kind in autograde_chain(config)]
    assert names == ["JudgeExecute", "SaveAutoGrades"]
    assert config.CourseDirectory.ignore == ["*.tmp", "nbjudge.json"]
    assert config.GenerateFeedback.preprocessors[1] == "nbjudge.plugins.feedback.HideHiddenTests"


def test_undo_takes_out_what_was_added_and_nothing_else(own_course, nbjudge):
    path = own_course / "nbgrader_config.py"
    before = path.read_text()
    nbjudge(own_course, "init")
    path.write_text(path.read_text() + "c.Autograde.create_student = False\n")
    code, _, errors = nbjudge(own_course, "init", "--undo")
    assert code == 0, errors
    assert path.read_text() == before + "c.Autograde.create_student = False\n"
    code, printed, _ = nbjudge(own_course, "init", "--undo")
    assert code == 0 and "nothing to do" in printed


def test_a_second_init_adds_nothing(own_course, nbjudge):
    nbjudge(own_course, "init")
    once = (own_course / "nbgrader_config.py").read_text()
    code, printed, _ = nbjudge(own_course, "init")
    assert code == 0 and "nothing to do" in printed
    assert (own_course / "nbgrader_config.py").read_text() == once


def test_a_course_that_has_nbjudge_by_hand_stays_as_it_is(tmp_path, nbjudge, monkeypatch):
    course = make_course(tmp_path / "course", COURSES / "example")
    text = (ROOT / "nbgrader_config.py").read_text()
    (course / "nbgrader_config.py").write_text(text)
    assert is_judged(autograde_chain(configuration(course, monkeypatch)))
    code, _, _ = nbjudge(course, "init")
    assert code == 0 and (course / "nbgrader_config.py").read_text() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "There is no nbgrader_config.py here"),
        (
            'c = get_config()\nc.Autograde.autograde_preprocessors = ["nbgrader.preprocessors.'
            'SaveAutoGrades"]\n',
            "neither nbgrader's Execute nor",
        ),
    ],
    ids=["no configuration", "nothing executes"],
)
def test_where_it_cannot_be_added_a_sentence_says_so(tmp_path, nbjudge, text, said):
    if text is not None:
        (tmp_path / "nbgrader_config.py").write_text(text)
    code, _, errors = nbjudge(tmp_path, "init")
    assert code == 2 and said in errors
    assert len(list(tmp_path.iterdir())) == (text is not None)
