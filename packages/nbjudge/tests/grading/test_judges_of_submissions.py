"""Each submission of a class has judges of its own."""

from pathlib import Path

from nbisolate import Judges
from nbjudge.runner import NBJUDGE
from nbjudge_testing.grading_course import grade_here, hand_in, make_course


def test_each_submission_of_a_class_has_judges_of_its_own(tmp_path, monkeypatch):
    """The children in which submissions are graded write down what they do."""
    done, begin, close = tmp_path / "done", Judges.begin, Judges.close

    def note(word):
        with done.open("a") as file:
            print(word, file=file)

    def noted_begin(judges, *arguments):
        note("next" if judges.supervisor else "first")
        return begin(judges, *arguments)

    def noted_close(judges):
        if judges.supervisor:
            note("closed")
        close(judges)

    course = make_course(tmp_path / "course")
    for student in ("ada", "ben"):
        hand_in(course, student)
    grade_here(course)
    monkeypatch.setattr(Judges, "begin", noted_begin)
    monkeypatch.setattr(Judges, "close", noted_close)
    grade_here(course, force=True)
    kept = ["first", "next", "closed"]
    if any(Path(folder).is_relative_to("/tmp") for folder in NBJUDGE.python_folders):
        kept = ["first", "closed", "first", "closed"]
    assert done.read_text().split() == 2 * kept
