"""A table of likely mistakes and misconceptions for `nbjudge report` (`c.Report.sections`).

`answers/ASSIGNMENT.csv` lists the messages that each wrong answer of the answer bank gets from the
checks, what it does, and the belief of its author (known_answers.py writes the file).
`read_known_answers` reads it, and `match` compares one student.

A student matches a known wrong answer if the student got all messages of that answer. If the
messages of one matching answer include those of another, only the one with more counts. Messages
are compared without their numbers, which only decide between answers that are otherwise equal. A
match is a hint, not a proof: another mistake can cause the same messages. Functions whose answers
were compared by their outputs (same_outputs.py) are left out.
"""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from same_outputs import compared_functions

from nbjudge import UNWRITTEN, check_name, escape_formula, read_messages

ANSWERS = Path(__file__).resolve().parents[2] / "answers"
COLUMNS = ("student_id", "name", "notebook", "cell", "error", "message")
SAYS_NOTHING = (UNWRITTEN, "NameError")  # for a stub, and for a missing answer
SHOWN = 4  # known answers in a row
LONGEST = 1000  # characters of a message in a table
Line = tuple[str, str, str]  # notebook, cell, message


class KnownAnswer(NamedTuple):
    """A known wrong answer: its name, its description, and the messages that it got.

    The description is what the answer does, and then its author's belief in quotation marks.
    """

    name: str
    description: str
    heard: frozenset[Line]
    shapes: frozenset[Line]


class Misconceptions:
    """The section of the report with the students who match known wrong answers."""

    title = "Known mistakes"
    mistakes = True
    caption = (
        "These students got every message of a known wrong answer. What they may believe is in "
        "quotation marks. This is a hint, not a proof: another mistake can cause the same "
        "messages. If several known answers cause the same messages, all of them are listed."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each group of answers, beginning with that of the most students.

        The name of `folder` is the assignment's; `folders` has the autograded folder of each
        student.
        """
        table = ANSWERS / f"{folder.name}.csv"
        if not table.is_file():
            return
        yield ["Mistake", "Task", "Failed checks", "Messages", "Students", "Who"]
        compared = compared_functions(folder)
        known = [
            answer
            for answer in read_known_answers(table)
            if answer.name.partition("/")[0] not in compared
        ]
        words = _words_of_checks(folder)
        found: dict[tuple[KnownAnswer, ...], list[str]] = {}
        for student, notebooks in sorted(folders.items()):
            for answers in match(_heard(notebooks, known), known):
                found.setdefault(answers, []).append(student)
        rows: list[tuple[int, list[Any]]] = []
        for answers, students in found.items():
            mistakes = list(dict.fromkeys(answer.description for answer in answers))
            if len(mistakes) > SHOWN + 1:
                mistakes[SHOWN:] = [f"{len(mistakes) - SHOWN} others."]
            cells = {cell for _, cell, _ in answers[0].shapes}
            seen = "; ".join(sorted(words.get(cell) or check_words(cell) for cell in cells))
            counts = [len(answers[0].shapes), len(students)]
            row = [_one_of(mistakes), _task(answers), seen, *counts, students]
            rows.append((len(mistakes), row))
        # Of those with equally many students, the one that is told apart best comes first.
        rows.sort(key=lambda each: (-len(each[1][-1]), each[0], each[1][0]))
        yield from (row for _, row in rows)


def _words_of_checks(release: Path) -> dict[str, str]:
    """Return a dict from the grade_id of each test cell to what it checks."""
    words = {}
    for path in release.glob("*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            nbgrader = cell["metadata"].get("nbgrader", {})
            if nbgrader.get("grade"):
                grade_id = nbgrader["grade_id"]
                words[grade_id] = check_words(grade_id, "".join(cell["source"]))
    return words


def check_words(grade_id: str, source: str = "") -> str:
    """Return what a test cell checks; its grade_id if it does not say so."""
    name, aspect = check_name(grade_id, source)
    return aspect or name


def _one_of(mistakes: Sequence[str]) -> str:
    """Return the only mistake, or a list of all of them in one line."""
    if len(mistakes) == 1:
        return mistakes[0]
    return " ".join(["One of:", *(f"({n}) {text}" for n, text in enumerate(mistakes, start=1))])


def _task(answers: Sequence[KnownAnswer]) -> str:
    """Return the functions of known answers, with the numbers of their notebooks."""
    functions = {answer.name.partition("/")[0] for answer in answers}
    numbers = {notebook.partition("-")[0] for answer in answers for notebook, _, _ in answer.heard}
    return f"{', '.join(sorted(functions))}, notebook {' and '.join(sorted(numbers))}"


def _heard(folder: Path, known: Sequence[KnownAnswer]) -> set[Line]:
    """Read the messages in a student's notebooks from the checks that known answers fail."""
    cells = defaultdict[str, set[str]](set)
    for answer in known:
        for notebook, cell, _ in answer.heard:
            cells[notebook].add(cell)
    return {
        (notebook, cell, as_cell(message.text))
        for notebook, names in cells.items()
        for cell, messages in read_messages(folder / f"{notebook}.ipynb", names).items()
        for message in messages
    }


def read_known_answers(path: Path) -> list[KnownAnswer]:
    """Read the table of known wrong answers.

    Raise ValueError if it lacks a column.
    """
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file)
        missing = [name for name in COLUMNS if name not in (lines.fieldnames or ())]
        if missing:
            raise ValueError(f"{path} lacks the column {missing[0]}")
        rows = list(lines)
    descriptions: dict[str, str] = {}
    heard: dict[str, set[Line]] = {}
    for row in rows:
        name, description, notebook, cell, ended_by, message = (row[col] or "" for col in COLUMNS)
        descriptions[name] = description or name
        if message and ended_by not in SAYS_NOTHING:
            heard.setdefault(name, set()).add((notebook, cell, message))
    return [
        KnownAnswer(name, descriptions[name], frozenset(lines), _shapes(lines))
        for name, lines in heard.items()
    ]


def match(heard: Iterable[Line], known: Sequence[KnownAnswer]) -> list[tuple[KnownAnswer, ...]]:
    """Find the known wrong answers that match one student, in groups.

    `heard` are the student's messages in the form of `as_cell`. The answers of a group get the same
    messages, so the student may have given any of them.
    """
    lines = frozenset(heard)
    shapes = _shapes(lines)
    near = [answer for answer in known if answer.shapes <= shapes]
    most = {a.shapes for a in near if not any(a.shapes < other.shapes for other in near)}
    groups = [[answer for answer in near if answer.shapes == shape] for shape in most]
    exact = [[answer for answer in group if answer.heard <= lines] for group in groups]
    chosen = [same or group for same, group in zip(exact, groups, strict=True)]
    return sorted(tuple(group) for group in chosen)


def as_cell(text: str) -> str:
    """Return a message in the form that the `messages.csv` of a report has."""
    line = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return escape_formula(line if len(line) <= LONGEST else line[: LONGEST - 3] + "...")


def _shapes(lines: Iterable[Line]) -> frozenset[Line]:
    """Return the lines, with the numbers removed from the messages."""
    return frozenset((notebook, cell, re.sub(r"\d+", "#", text)) for notebook, cell, text in lines)
