"""The course's bonus rule, on real gradebooks and through the real `nbgrader export`."""

import itertools
import random
import shutil

import pytest
from bonus import BonusExporter, Verdict, decide
from nbgrader.api import Gradebook
from support.gradebooks import add_lab, add_students, export, submit, url
from support.paths import ROOT

from nbjudge_testing.commands import run_nbgrader


@pytest.fixture
def gradebook(tmp_path):
    """An open gradebook with the lab's cells and no student."""
    with Gradebook(url(tmp_path / "gradebook.db")) as gradebook:
        add_lab(gradebook)
        yield gradebook


def bonus(gradebook, tmp_path, **traits):
    """The file of the bonus, by the rule of the lab."""
    rule = {"forgiven": {"autograd": 1}, "left_out": {"autograd": ["5-run-the-graph"]}}
    return export(BonusExporter, gradebook, tmp_path, **rule, **traits)


def bonus_of(text):
    """Student id -> (solved, ungraded, bonus), from the file's text."""
    rows = [line.split(",") for line in text.splitlines()[1:]]
    return {row[1]: (row[4], row[6], row[7]) for row in rows}


def test_bonus_for_all_four(gradebook, tmp_path):
    gradebook.add_student("ada", last_name="Lovelace", first_name="Ada")
    gradebook.add_student("bob", last_name="Ross")
    add_students(gradebook, "cy", "dee", "eve")
    submit(gradebook, "ada", hooks_writeup=2, penalty=30)
    submit(gradebook, "bob", test_graph_rare=5.5)
    submit(gradebook, "cy", hooks_writeup=1.9)
    submit(gradebook, "dee", order_writeup=None)
    assert bonus(gradebook, tmp_path) == (
        "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"
        "autograd,cy,,,3,4,,no\n"
        "autograd,dee,,,3,4,2-reverse-order,open\n"
        "autograd,eve,,,0,4,,no\n"
        "autograd,ada,Lovelace,Ada,4,4,,yes\n"
        "autograd,bob,Ross,,3,4,,no\n"
    )


def test_bonus_for_three_where_nobody_solves_all(gradebook, tmp_path):
    add_students(gradebook, "three", "two", "none")
    submit(gradebook, "three", test_edges=3)
    submit(gradebook, "two", test_edges=3, hooks_writeup=1)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "three": ("3", "", "yes"),
        "two": ("2", "", "no"),
        "none": ("0", "", "no"),
    }


def test_bonus_looks_at_the_whole_class_for_one_student(gradebook, tmp_path):
    add_students(gradebook, "all", "three")
    submit(gradebook, "all")
    submit(gradebook, "three", test_edges=3)
    text = bonus(gradebook, tmp_path, student=["three"])
    assert bonus_of(text) == {"three": ("3", "", "no")}


def test_one_ungraded_write_up_leaves_the_class_open(gradebook, tmp_path):
    add_students(gradebook, "waiting", "three", "lost")
    submit(gradebook, "waiting", hooks_writeup=None, order_writeup=None)
    submit(gradebook, "three", test_edges=3)
    submit(gradebook, "lost", hooks_writeup=None, test_trace=5, test_graph=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "waiting": ("2", "1-backward-hooks 2-reverse-order", "open"),
        "three": ("3", "", "open"),
        "lost": ("1", "1-backward-hooks", "no"),
    }


def test_an_ungraded_write_up_does_not_matter_where_the_tests_failed(gradebook, tmp_path):
    add_students(gradebook, "a")
    submit(gradebook, "a", hooks_writeup=None, test_node=0, test_edges=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {"a": ("2", "", "no")}


def test_cells_that_could_not_be_scored_are_open(gradebook, tmp_path):
    add_students(gradebook, "dead")
    submit(gradebook, "dead", test_graph=None, test_graph_rare=None)
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "dead": ("3", "3-autograd-graph", "yes")  # either way: nobody else can solve all
    }


def test_a_person_can_correct_the_tests_and_extra_credit_counts_for_nothing(gradebook, tmp_path):
    add_students(gradebook, "corrected", "extra")
    submit(gradebook, "corrected", test_trace=0)
    gradebook.find_grade("test-trace", "2-reverse-order", "autograd", "corrected").manual_score = 6
    submit(gradebook, "extra", test_trace=0)
    gradebook.find_grade("test-trace", "2-reverse-order", "autograd", "extra").extra_credit = 6
    gradebook.db.commit()
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "corrected": ("4", "", "yes"),
        "extra": ("3", "", "no"),
    }


def test_where_nothing_is_forgiven_only_all_tasks_earn_the_bonus(gradebook, tmp_path):
    add_students(gradebook, "three")
    submit(gradebook, "three", test_trace=0)
    assert bonus_of(bonus(gradebook, tmp_path)) == {"three": ("3", "", "yes")}
    left_out = {"autograd": ["5-run-the-graph"]}
    none = export(BonusExporter, gradebook, tmp_path, left_out=left_out)
    assert bonus_of(none) == {"three": ("3", "", "no")}


def test_a_notebook_that_is_left_out_plays_no_part(gradebook, tmp_path):
    add_students(gradebook, "four", "three")
    submit(gradebook, "four", test_run=0)
    submit(gradebook, "three", test_edges=0)  # and the fifth
    assert bonus_of(bonus(gradebook, tmp_path)) == {
        "four": ("4", "", "yes"),
        "three": ("3", "", "no"),
    }
    with_it = export(BonusExporter, gradebook, tmp_path)
    assert bonus_of(with_it) == {"four": ("4", "", "no"), "three": ("4", "", "no")}


def classes():
    """Classes of one to three students: all of one and of two tasks, and some of four by chance."""
    for tasks in (1, 2):
        rows = list(itertools.product(Verdict, repeat=tasks))
        for size in (1, 2, 3):
            yield from itertools.product(rows, repeat=size)
    chance = random.Random(1)
    for _ in range(300):
        yield [chance.choices(list(Verdict), k=4) for _ in range(chance.randint(1, 3))]


@pytest.mark.parametrize("forgiven", [0, 1, 2])
def test_the_bonus_is_open_exactly_where_the_grading_can_still_decide_it(forgiven):
    for students in classes():
        expected, decided = by_every_ending(students, forgiven)
        assert decided == expected, students


def by_every_ending(students, forgiven):
    """The bonus by trying all that the grading to come can give, and as `decide` says it."""
    tasks = len(students[0])
    solved = {
        str(i): {str(task): outcome for task, outcome in enumerate(row)}
        for i, row in enumerate(students)
    }
    flat = list(itertools.chain.from_iterable(students))
    choices = [[o] if o is not Verdict.OPEN else [Verdict.YES, Verdict.NO] for o in flat]
    seen = {student: set() for student in solved}
    for ending in itertools.product(*choices):
        counts = [ending[i : i + tasks].count(Verdict.YES) for i in range(0, len(ending), tasks)]
        enough = tasks if tasks in counts else tasks - forgiven
        for student, count in zip(solved, counts, strict=True):
            seen[student].add(Verdict.YES if count >= enough else Verdict.NO)
    expected = {s: next(iter(a)) if len(a) == 1 else Verdict.OPEN for s, a in seen.items()}
    return expected, decide(solved, forgiven)


def test_an_assignment_without_points_has_no_bonus(gradebook, tmp_path):
    gradebook.remove_assignment("autograd")
    gradebook.add_assignment("survey")
    add_students(gradebook, "a")
    assert bonus_of(bonus(gradebook, tmp_path)) == {}


def test_an_empty_gradebook_gives_a_header(gradebook, tmp_path):
    gradebook.remove_assignment("autograd")
    header = "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"
    assert export(BonusExporter, gradebook, tmp_path) == header


def test_nbgrader_export_finds_it_in_the_course(gradebook, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "tools/grading")
    with gradebook:
        add_students(gradebook, "ada", "bob")
        submit(gradebook, "ada", penalty=1, test_run=0)
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    run_nbgrader(
        tmp_path,
        "export",
        "--exporter=bonus.BonusExporter",
        "--to=out.csv",
        "--assignment=autograd",
    )
    assert (tmp_path / "out.csv").read_text() == (
        "assignment,student_id,last_name,first_name,solved,tasks,ungraded,bonus\n"
        "autograd,ada,,,4,4,,yes\n"
        "autograd,bob,,,0,4,,no\n"
    )
