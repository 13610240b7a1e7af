"""own_code_questions.py: questions about a learner's own function.

Oracle: instrumented source, and the hand.
"""

import contextlib
import itertools
import logging
import re
import sys
import textwrap

import pytest
from support.instrumented import instrumented, run_cell
from support.notebook_imports import importing
from support.paths import SOURCE

numbers = itertools.count()


@pytest.fixture
def own():
    """The module, imported anew."""
    with importing(SOURCE / "primer") as module:
        yield module("own_code_questions")


@pytest.fixture(params=["settrace", "monitoring"] if hasattr(sys, "monitoring") else ["settrace"])
def tracer(request, monkeypatch):
    """Each of the ways to trace that this Python has."""
    if request.param == "settrace":
        monkeypatch.delattr(sys, "monitoring", raising=False)


def notebook(*cells: str, run: str = "    f()") -> dict:
    """Run cells, and a last one with `own_run`; return the names of the notebook."""
    space: dict = {}
    for cell in [*map(textwrap.dedent, cells), f"def own_run():\n{run}\n"]:
        run_cell(cell.lstrip("\n"), space, f"<cell {next(numbers)}>")
    return space


# Each has lines that two ways of tracing could count differently.
COUNTED = {
    "recursion": """
        def f(n=5):
            if n < 2:
                return n
            left = f(n - 1)
            right = f(n - 2)
            return left + right
    """,
    "generators": """
        def f():
            def numbers():
                for i in range(4):
                    j = i + i
                    yield j
                    j = None
            total = 0
            for number in numbers():
                total += number
            total += sum(n for n in numbers())
            return total
    """,
    "comprehensions": """
        def f():
            def square(n):
                m = n * n
                return m
            rows = [square(n) for n in range(7)]
            pairs = [
                square(n) + m
                for n in range(3)
                for m in range(2)
            ]
            more = {square(n): n for n in rows}
            return max(rows, key=lambda n: square(n)), pairs, more
    """,
    "ways out of a block": """
        import contextlib
        def f():
            seen = []
            for i in range(5):
                with contextlib.suppress(ZeroDivisionError):
                    try:
                        if i == 2:
                            continue
                        seen.append(1 / i)
                    except ValueError:
                        seen.append(0)
                    else:
                        seen.append(i)
                    finally:
                        seen.append(None)
                if i == 4:
                    break
            else:
                seen.append("none")
            while True:
                try:
                    with contextlib.nullcontext():
                        return seen
                finally:
                    seen.append("end")
    """,
    "a class": """
        class Walk:
            size = 3
            def __init__(self, n):
                self.n = n
            @staticmethod
            def half(n):
                return n // 2
            def down(self):
                while self.n:
                    self.n = self.half(self.n)
                return self
        def f():
            walk = Walk(40)
            walk = walk.down()
            return walk
    """,
    "branches on a line": """
        def f():
            found = []
            for i in range(6):
                found.append(i if i % 2 else -i)
                match i % 3:
                    case 0:
                        found.append("three")
                    case 1 if i > 2:
                        found.append("four")
                    case _:
                        found.append(i and 1 or 2)
                assert found
            return found
    """,
}


@pytest.mark.parametrize("name", COUNTED)
def test_each_line_is_counted_as_in_instrumented_source(name, own, tracer):
    cell = textwrap.dedent(COUNTED[name]).lstrip("\n")
    space = notebook(cell)
    sources = own._sources(space["f"], ())
    lines = own._lines(sources)
    files = {part.__code__.co_filename for part in sources}
    *_, traced = own._visits(space["own_run"], files, lambda value: None)
    visits = instrumented(cell, again := notebook(cell))
    again["own_run"]()
    assert len(lines) > 1
    for line in lines:
        assert len(traced.get(line.key, [])) == len(visits[line.key[1]]), line.text


def test_helpers_in_cells_of_their_own_are_counted(own, tracer, capsys):
    helper = "def double(n):\n    m = n + n\n    return m\n"
    main = "def f():\n    t = 1\n    for _ in range(9):\n        t = double(t)\n    return t\n"
    space = notebook(helper, main)
    own.ask("f", space["own_run"])
    said = capsys.readouterr().out
    assert "How often does line 4 run?\n    t = double(t)" not in said  # 9 is in the function
    main = main.replace("range(9)", "[*'a row of words']")
    own.ask("f", notebook(helper, main)["own_run"])
    assert "How often does line 4 run?\n    t = double(t)" in capsys.readouterr().out
    assert own._asked["f"][2].startswith("  14 x line 2: m = n + n\n  14 x line 3: return m\n")
    given = notebook(helper, main)
    own.ask("f", given["own_run"], given=[given["double"]])
    assert "m = n + n" not in own._asked["f"][2]


def test_lines_that_the_release_gives_are_not_asked(own, tracer, capsys):
    main = "def f():\n    t = 1  # given\n    for _ in 'a word':\n        t = t + t\n    return t\n"
    own.ask("f", notebook(main)["own_run"], given=["t = t + t", "t = 1"])
    assert "t = t + t" not in own._asked["f"][2] and "t = 1" not in own._asked["f"][2]
    assert "return t" in own._asked["f"][2]


class Labeled:
    """A value with a label."""

    def __init__(self, label):
        self.label = label


def test_a_visit_has_the_label_of_what_its_line_reads_or_none(own, tracer):
    main = """
        def f():
            root = Labeled("the root")
            count = 0
            for letter in "abracadabra":
                leaf = Labeled(letter)
                count += len([leaf])
                count += 0
            return count
    """
    space = notebook(main) | {"Labeled": Labeled}
    space["f"].__globals__["Labeled"] = Labeled
    sources = own._sources(space["f"], ())
    files = {space["f"].__code__.co_filename}
    visits, *_ = own._visits(space["own_run"], files, lambda value: getattr(value, "label", None))
    read = {
        line.text: [own._label_read(labels, line.names) for _, labels in visits[line.key]]
        for line in own._lines(sources)
    }
    assert read["count += len([leaf])"] == list("abracadabra")
    assert set(read["count += 0"]) == {None}
    assert set(read["leaf = Labeled(letter)"]) == {None}, "the label is of the round before"


def test_the_value_of_a_name_that_a_line_only_assigns_is_not_asked(own, tracer):
    part = own.ast.parse("d = found.setdefault(key, [])\ntotal += d[0]").body
    names = [own._names_read(list(own.ast.walk(line))) for line in part]
    assert [sorted(each) for each in names] == [["found", "key"], ["d", "total"]]


WALK = '''
def f(text="abracadabra"):
    """Return the letters in the order of their first use."""
    found, again = {}, 0
    for letter in text:
        if letter in found:
            again += 1
        elif letter == "z":
            found = {}
        else:
            found[letter] = len(found)  # its number
    return list(found)
'''


def answers(own) -> list:
    """The answers to the questions about f."""
    return [each.answer for each in own._asked["f"][1].values()]


def test_three_questions_with_one_answer_each(own, tracer, capsys):
    own.ask("f", notebook(WALK)["own_run"])
    assert capsys.readouterr().out == (
        "3 of 3 questions about your own f, called as in this cell:\n"
        "\n"
        "own_1: How often does line 10 run?\n"
        "    found[letter] = len(found)  # its number\n"
        "\n"
        'own_2: Which of these lines never runs here, "a", "b" or "c"?\n'
        "    a: 6  again += 1\n"
        "    b: 8  found = {}\n"
        "    c: 10  found[letter] = len(found)  # its number\n"
        "\n"
        "own_3: How long is `found` just before line 10 runs for the last time?\n"
        "    found[letter] = len(found)  # its number\n"
    )
    assert answers(own) == [5, "b", 4]


def test_wrong_guesses_see_the_run(own, capsys):
    own.ask("f", notebook(WALK)["own_run"])
    own.guesses.guess(own_1=6, own_2="b", own_3=...)
    capsys.readouterr()
    own.reveal("f")
    assert capsys.readouterr().out == (
        "Your own f:\n1 of 2; own_1 surprised you.\n  own_1: you said 6, it is 5\n"
        "No guess for own_3: replace the ... with one and look again.\n"
    )
    own.guesses.guess(own_3=4)
    own.reveal("f")
    assert capsys.readouterr().out == (
        "Your own f:\n2 of 3; own_1 surprised you.\n  own_1: you said 6, it is 5\n"
        "   1 x line 3: found, again = {}, 0\n"
        "   6 x line 6: again += 1\n"
        "   0 x line 8: found = {}\n"
        "   5 x line 10: found[letter] = len(found)  # its number\n"
        "   1 x line 11: return list(found)\n"
        "own_1 is 5\nown_2 is 'b'\nown_3 is 4\n"
    )


@pytest.mark.parametrize("execution", ["autograde", "validate"])
def test_a_teacher_sees_the_run_without_guesses(own, capsys, monkeypatch, execution):
    own.ask("f", notebook(WALK)["own_run"])
    monkeypatch.setenv("NBGRADER_EXECUTION", execution)
    own.reveal("f")
    said = capsys.readouterr().out
    assert "No guess yet" in said and said.endswith("own_1 is 5\nown_2 is 'b'\nown_3 is 4\n")


def test_blanks_and_comments_ask_nothing_new_and_a_statement_does(own, capsys):
    own.ask("f", notebook(WALK)["own_run"])
    own.guesses.guess(own_1=5, own_2="b", own_3=4)
    capsys.readouterr()
    own.ask("f", notebook(WALK.replace("  # its number", "\n\n    # so far"))["own_run"])
    answered = "You have answered the questions about f: no statement has changed.\n"
    assert capsys.readouterr().out == answered
    own.ask("f", notebook(WALK.replace("again += 1", "again += 3"))["own_run"])
    said = capsys.readouterr().out
    assert said.startswith("Your f has changed, so the questions are new. Guess again.\n3 of 3")
    own.reveal("f")
    assert "No guess yet" in capsys.readouterr().out


def test_answers_move_with_no_comment(own):
    """The grader asks again, in a process of its own: a guess must still be about the same."""
    found = []
    for cell in (WALK, "\n# mine\n" + WALK, WALK.replace("    for", "\n    # so\n    for")):
        own.ask("f", notebook(cell)["own_run"])
        found.append(answers(own))
    assert found == [[5, "b", 4]] * 3


def test_no_answer_stands_on_the_screen(own):
    cell = "def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\n"
    own.ask("f", notebook(cell, run="    f(9)")["own_run"])
    assert answers(own) == [28, 36, 8]  # not 9
    own._asked.clear()
    own.ask("f", notebook(cell, run="    f(9)  # 8 and 36 are printed above")["own_run"])
    assert answers(own) == [28]


@pytest.mark.parametrize(
    "cell",
    ["def f():\n    return 2**7 - 1\n", "f = lambda: 2**7 - 1\n", "def f(): return 3\n"],
)
def test_one_line_is_not_asked_about_and_a_sentence_says_why(own, capsys, cell):
    own.ask("f", notebook(cell)["own_run"])
    assert capsys.readouterr().out == (
        "0 of 3 questions about your own f, called as in this cell:\n"
        "\nToo few of its lines run more than once, or read something with a short value.\n"
    )
    own.reveal("f")
    assert capsys.readouterr().out == "There are no questions about f yet.\n"


LOUD = """
import logging, sys, warnings
from IPython.display import display
log = logging.getLogger("loud")
log.addHandler(logging.StreamHandler(sys.stderr))
def f():
    for i in [*"words"]:
        print(i)
        print(i, file=sys.stderr)
        display(i)
        warnings.warn(i)
        log.warning(i)
"""


@pytest.mark.parametrize(
    ("cell", "run", "sentence"),
    [
        ("", "    f()", "Three questions follow once f is a function that passes its checks.\n"),
        (
            "f = 3\n",
            "    f()",
            "Three questions follow once f is a function that passes its checks.\n",
        ),
        (WALK, "    assert f() == 3", "Three questions follow once f is a function that"),
        (LOUD, "    f()\n    1 / 0", "Three questions follow once f is a function that"),
        (LOUD, "    f()", "2 of 3 questions about your own f, called as "),
        (
            "def f():\n    raise NotImplementedError('This part is not written yet. When')\n",
            "    f()",
            "f is not written yet.\n",
        ),
        (
            "def f():\n    n = 0\n    while True:\n        n += 1\n",
            "    f()",
            "f ran 50,000 lines and did not end: there are no questions.\n",
        ),
        (
            "def f():\n    while True:\n        try:\n            g()\n"
            "        except Exception:\n            pass\n",
            "    f()",
            "f ran 50,000 lines and did not end: there are no questions.\n",
        ),
    ],
)
def test_only_a_sentence_is_seen_of_what_is_not_right(own, tracer, capfd, cell, run, sentence):
    before = sys.gettrace()
    own.ask("f", notebook(cell, run=run)["own_run"])
    said = capfd.readouterr()
    assert said.out.startswith(sentence) and said.err == ""
    if "1 / 0" in run or sentence[-1:] == "\n":
        assert said.out.count("\n") == 1
    assert sys.gettrace() is before and logging.root.manager.disable == logging.NOTSET
    with contextlib.suppress(AttributeError):
        assert sys.monitoring.get_tool(4) is None


def test_what_a_set_decides_is_not_asked(own):
    """The order of a set of texts differs from process to process, of objects from run to run."""
    cell = """
        def f():
            for word in set(map(str, range(500, 540))):
                first = word
            return first
    """
    own.ask("f", notebook(cell)["own_run"])
    assert [each.kind for each in own._asked["f"][1].values()] == ["count"]
    cell = """
        class Thing:
            pass
        def f():
            things = [Thing() for _ in range(40)]
            places = {thing: things.index(thing) for thing in things}
            kept = {*things}
            while kept:
                thing = kept.pop()
                place = places[thing]
                place += len(kept)
            return place
    """
    own.ask("f", notebook(cell)["own_run"])
    asked = own._asked["f"][1].values()
    assert asked and not [each for each in asked if "What is `place`" in each.text]


def test_no_number_of_a_line_is_an_answer(own):
    """So blanks and comments change no answer: a line is named by a letter."""
    own.ask("f", notebook(WALK)["own_run"])
    letters = [each.answer for each in own._asked["f"][1].values() if each.kind == "never"]
    assert letters and all(re.fullmatch("[abc]", letter) for letter in letters)
