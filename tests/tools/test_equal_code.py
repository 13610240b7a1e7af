"""Equal code is found behind other names; answers that were written independently are not."""

import ast
import itertools
import json
from collections import defaultdict
from pathlib import Path

import equal_code
import pytest
from answer_bank import load_cases
from equal_code import EqualCode, find_groups, find_pairs, statements_of
from support.paths import ROOT

RIGHT = defaultdict(list)
OTHERS = defaultdict(list)
for case in load_cases():
    key = case.assignment, case.function
    OTHERS[key].append(case.source)
    if case.is_right:
        RIGHT[key].append(case)

UNUSUAL = '''
def visit(node):
    """Return the names of all nodes."""
    waiting, seen = [node], {}
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen[id(current)] = current.name().strip("0")
        for after, place in reversed(current.next_functions):
            if after is not None and place >= 0:
                waiting.insert(0, after)
    return list(seen.values())
'''
RENAMED = """
def visit(n):
    # my own solution
    todo, done = [n], {}
    while todo:
        x = todo.pop()
        if id(x) in done:
            continue
        done[id(x)] = x.name().strip("1")
        for y, i in reversed(x.next_functions):
            if y is not None and i >= 7:
                todo.insert(3, y)
    return list(done.values())
"""
USUAL = """
def visit(node):
    names = []
    if node is None:
        return names
    names.append(node.name())
    for after, _ in node.next_functions:
        more = visit(after)
        names.extend(more)
    return names
"""


class Renamed(ast.NodeTransformer):
    """Gives each name of the code itself another one, and each number the next."""

    def __init__(self, names):
        self.names = {name: f"own_{number}" for number, name in enumerate(sorted(names))}

    def visit_Name(self, node):
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node):
        return ast.arg(self.names.get(node.arg, node.arg))

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.name = self.names.get(node.name, node.name)
        return node


def renamed(source):
    tree = ast.parse(source)
    names = equal_code._own_names(tree)
    return ast.unparse(ast.fix_missing_locations(Renamed(names).visit(tree)))


def test_a_renamed_copy_is_found_and_an_own_solution_is_not():
    others = {f"student {number}": USUAL for number in range(60)}
    (pair,) = find_pairs({"ada": UNUSUAL, "bob": RENAMED, **others})
    assert pair.students == ("ada", "bob")
    assert pair.common == len(statements_of(UNUSUAL)) == 11


def test_a_helper_may_have_another_name():
    helper = "def more(node):\n    return [after for after, _ in node.next_functions if after]\n"
    calls = "def visit(node):\n    return more(node) + more(more(node)[0])\n"
    renamed_call = calls.replace("more", "others")
    renamed_helper = helper.replace("more", "others")
    others = {f"student {number}": USUAL for number in range(60)}
    class_ = {"ada": helper + calls + UNUSUAL, "bob": renamed_helper + renamed_call + RENAMED}
    assert find_pairs(class_ | others)[0].students == ("ada", "bob")


def test_a_solution_that_many_have_is_no_pair():
    everybody = {f"student {number}": UNUSUAL for number in range(100)}
    assert find_pairs(everybody) == []
    some = {f"student {number}": UNUSUAL for number in range(60)}
    assert find_pairs(some | {f"other {number}": USUAL for number in range(600)}) == []


def test_what_all_students_were_given_does_not_count():
    others = {f"student {number}": USUAL for number in range(60)}
    class_ = {"ada": UNUSUAL, "bob": RENAMED, **others}
    assert find_pairs(class_, given=["1 /", UNUSUAL]) == []
    assert len(find_pairs(class_, given=["1 /", USUAL])) == 1


def test_what_the_answer_bank_has_is_less_rare():
    class_ = {"ada": UNUSUAL, "bob": RENAMED, "cy": USUAL}
    assert find_pairs(class_, bank=[USUAL] * 60)
    assert find_pairs(class_, bank=[UNUSUAL] * 60) == []


def test_most_renamed_copies_of_long_answers_are_found():
    """The others are solutions whose statements most answers of the bank have, too.

    One in three right answers is copied, as a copy is compared with all answers of the bank.
    """
    copies = found = 0
    for key, cases in RIGHT.items():
        for case in cases[::3]:
            if len(statements_of(case.source)) < equal_code.SHORTEST:
                continue
            copies += 1
            assert statements_of(renamed(case.source)) == statements_of(case.source), case.name
            others = [source for source in OTHERS[key] if source != case.source]
            pairs = find_pairs({"ada": case.source, "bob": renamed(case.source)}, bank=others)
            found += len(pairs)
    assert copies > 40
    assert found >= 0.8 * copies, f"{found} of {copies}"


@pytest.mark.parametrize("key", RIGHT, ids="/".join)
def test_right_answers_of_the_bank_are_no_pairs(key):
    answers = {case.name: case.source for case in RIGHT[key]}
    assert find_pairs(answers, bank=set(OTHERS[key]) - set(answers.values())) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda source: source.replace("    return list", "    print(1)\n    return list"),
        lambda source: "import math\n" + source,
    ],
    ids=["one more", "one before"],
)
def test_a_statement_may_be_added(change):
    others = {f"student {number}": USUAL for number in range(60)}
    assert change(RENAMED) != RENAMED
    assert find_pairs({"ada": UNUSUAL, "bob": change(RENAMED), **others})


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        "x = " + "-" * 9_000 + "1",
        "\0",
        "def f(:",
        "\ud800",
        "match x:\n case 1: pass",
    ],
    ids=["nested", "signs", "zero", "syntax", "surrogate", "match"],
)
def test_any_text_has_statements_or_none(text):
    assert all(isinstance(statement, str) for statement in statements_of(text))


def test_candidates_leave_out_no_pair(monkeypatch):
    """Comparing each answer of the bank with each other one finds the same pairs."""
    classes = [dict(enumerate(sources)) for sources in OTHERS.values()]
    quick = [find_pairs(answers) for answers in classes]
    assert sum(map(len, quick)) > 20

    def each_with_each(statements, having):
        long = [name for name in statements if len(statements[name]) >= equal_code.SHORTEST]
        return set(itertools.combinations(long, 2))

    monkeypatch.setattr(equal_code, "_candidates", each_with_each)
    assert [find_pairs(answers) for answers in classes] == quick


def test_pairs_that_share_a_student_are_one_group():
    others = {f"student {number}": USUAL for number in range(60)}
    other = next(source for source in OTHERS["autograd", "run_backward"] if "deque" in source)
    copies = {"ada": UNUSUAL, "bob": RENAMED, "cy": renamed(UNUSUAL)}
    class_ = {"eve": other, **copies, "dan": renamed(other), **others}
    pairs = find_pairs(class_)
    assert len(pairs) == 4
    groups = find_groups(class_)
    assert sorted(group.students for group in groups) == [("ada", "bob", "cy"), ("dan", "eve")]
    for group in groups:
        assert group.sources == tuple(class_[student] for student in group.students)
        rarest = max((pair for pair in pairs if pair.students[0] in group.students), key=rarity)
        assert (group.common, group.rarity) == (rarest.common, rarest.rarity)
    assert groups == sorted(groups, key=rarity, reverse=True)


def test_a_pair_joins_two_groups_that_were_apart(monkeypatch):
    pairs = [
        equal_code.Pair(students, 9, bits)
        for students, bits in [(("a", "b"), 40.0), (("c", "d"), 30.0), (("b", "c"), 20.0)]
    ]
    monkeypatch.setattr(equal_code, "find_pairs", lambda *_: pairs)
    (group,) = find_groups(dict.fromkeys("abcd", ""))
    assert (group.students, group.rarity) == (("a", "b", "c", "d"), 40)


def rarity(found):
    return found.rarity


def write_answer(folder: Path, source: str) -> None:
    """Write a notebook with an answer to `run_backward`."""
    folder.mkdir(parents=True)
    about = {"nbgrader": {"grade_id": "run_backward"}}
    cell = {"cell_type": "code", "metadata": about, "source": source, "outputs": []}
    (folder / "5-run-the-graph.ipynb").write_text(json.dumps({"cells": [cell]}))


@pytest.fixture
def course(tmp_path):
    """A course with three students who have the same answer, two of them the same text."""
    case = next(case for case in RIGHT["autograd", "run_backward"] if case.name.endswith("queue"))
    source = f"{case.source}\n# <script>alert(1)</script>\n"
    for student, text in {
        "ada": source,
        "bob": renamed(source),
        "cy": USUAL,
        "dan": source,
    }.items():
        write_answer(tmp_path / f"autograded/{student}/autograd", text)
    return tmp_path


def test_the_report_has_a_row_for_each_group(course):
    folders = {path.parent.name: path for path in course.glob("autograded/*/autograd")}
    head, row = EqualCode().rows(ROOT / "release/autograd", folders)
    assert head == ["Task", "Students", "Common statements", "Rarity in bits"]
    assert row[:2] == ["run_backward", ["ada", "bob", "dan"]]
    assert row[3] >= equal_code.LEAST_RARITY
    del folders["bob"], folders["dan"]
    assert list(EqualCode().rows(ROOT / "release/autograd", folders)) == []


def test_the_page_shows_each_text_once_and_runs_nothing(course, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["equal_code.py", "autograd", str(course)])
    equal_code.main()
    assert capsys.readouterr().out == "autograd-equal-code.html shows 1 group, of 4 students.\n"
    page = (course / "autograd-equal-code.html").read_text()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page and "<script" not in page
    assert page.count("<pre>") == 2 and ">ada, dan<" in page and ">cy<" not in page


def test_without_graded_work_a_sentence_says_what_to_run(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["equal_code.py", "autograd", str(tmp_path)])
    with pytest.raises(SystemExit, match=r"Run nbjudge grade autograd in "):
        equal_code.main()
