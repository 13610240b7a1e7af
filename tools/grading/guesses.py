"""Tables of a class's predictions for `nbjudge report` (`c.Report.sections`).

The questions are those of the `guess(...)` calls in the release version, with the comments next to
them. In the graded notebooks, `reveal` prints which guesses are wrong, and the right answers to
them. A task whose function students are asked about has a row of its own: each student gets other
questions. Students' code is parsed, never run; the report does that in a child process with limits.

The last cell of a notebook asks how many minutes it took.

Entry points: the sections `Guesses`, `NoneRight` and `MinutesNeeded`.
"""

import ast
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from own_code import MALFORMED, OwnCode, find_own, read_code, read_own

OWN = re.compile(r"own_\d")  # a guess about the student's own function
PROMPT = re.compile(r"^# Your guess(?:es)?[^\w\n]+(.*)", re.MULTILINE)
REVEAL = re.compile(r"^\s*reveal\(", re.MULTILINE)
# What `reveal` prints: how many guesses are right, and then each wrong one.
SCORE = re.compile(r"^\d+ of \d+(?:; .* surprised you)?\.$", re.MULTILINE)
WRONG = re.compile(r"^  (\w+): you said .*, it is (.*)$", re.MULTILINE)
MINUTES = re.compile(r"^minutes_needed = (\d{1,4}(?:\.\d)?)\b", re.MULTILINE)
STATED = re.compile(r"\*(?:About )?(\d+(?: to \d+)?) minutes\b")  # in the title cell
MOST_MINUTES = 2000  # a larger number is no number of minutes
LONGEST = 60  # characters of a guess
MOST_CELLS = 100  # cells of guesses in a notebook; the released ones have fewer
LONGEST_CELL = 10_000  # characters; a cell of guesses is far shorter, and Python can parse this
LONGEST_OUTPUT = 100_000  # characters
SHOWN = 5  # guesses shown for a question
MOST_ANSWERS = 3  # right answers shown for a question

_Row = tuple[float, list[Any]]  # with the share of wrong guesses, -1 if it is unknown
_Owned = dict[str, dict[str, OwnCode]]  # by student: what a notebook holds by function


@dataclass
class Guess:
    """A question in a notebook, with the guess.

    `prompt` is the comment next to the question, or "". `value` is the `repr` of the guess, or None
    without one. `right` is None if the notebook reveals no answer. `answer` is the right answer to
    a wrong guess, or "".
    """

    prompt: str
    value: str | None
    right: bool | None = None
    answer: str = ""


class Guesses:
    """The guesses of a class, question by question."""

    title = "What the class guessed"
    caption = (
        "The guesses that students wrote down before the notebook showed the answer. The questions "
        "that most of them got wrong come first. A right answer differs if it depends on a "
        "student's own code. Guesses earn no points."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each question, by the share of wrong guesses; none if nobody guessed.

        `folder` has the release version of the notebooks, and `folders` each student's notebooks.
        """
        rows, own = list[_Row](), list[_Row]()
        for path in sorted(folder.glob("*.ipynb")):
            asked, made, owned = read_code(path), list[dict[str, Guess]](), _Owned()
            # Each file is read once for both, because that takes most of the time.
            for student, notebook in _notebooks(path.name, folders):
                code = read_code(notebook)
                made.append(find_guesses(code))
                owned[student] = find_own(code)
            rows += _for_everybody(path.stem, find_guesses(asked), made)
            own += _for_each_student(path.stem, find_own(asked), owned)
        rows += own
        if rows:
            yield ["Question", "Notebook", "Guesses", "Right answer", "Right", "No guess"]
        if any(guesses or right for _, (_, _, guesses, _, right, _) in rows):
            rows.sort(key=lambda each: -each[0])
            yield from (row for _, row in rows)


class NoneRight:
    """The students who passed, and guessed nothing right about their own function."""

    title = "Passed, but guessed nothing right"
    caption = (
        "These students passed the checks of a function and answered none of the questions about "
        "it correctly. They may still have written it."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each function with such students; nothing if there are none."""
        rows = []
        for path in sorted(folder.glob("*.ipynb")):
            functions = read_own(path)
            notebooks = _notebooks(path.name, folders) if functions else ()
            owned = {student: read_own(notebook) for student, notebook in notebooks}
            for function in functions:
                guessed = _guessed(function, owned)
                none = [name for name, own in guessed.items() if not (own.failed or own.right)]
                if none:
                    rows.append([function, path.stem, none])
        if rows:
            yield ["Function", "Notebook", "Students"]
            yield from rows


class MinutesNeeded:
    """How many minutes the class needed for each notebook."""

    title = "How many minutes the class needed"
    caption = (
        "What students entered in the last cell of each notebook, next to the minutes that the "
        "notebook states."
    )

    def rows(self, folder: Path, folders: Mapping[str, Path]) -> Iterator[list[Any]]:
        """Yield a row for each notebook for which a student entered minutes.

        `folder` has the release version of the notebooks, and `folders` each student's notebooks.
        """
        rows = []
        for path in sorted(folder.glob("*.ipynb")):
            paths = [notebook for _, notebook in _notebooks(path.name, folders)]
            entered = [minutes for minutes in map(find_minutes, paths) if minutes is not None]
            if entered:
                middle = statistics.median(entered)
                rows.append([path.stem, _stated_minutes(path), f"{middle:g}", len(entered)])
        if rows:
            yield ["Notebook", "Stated", "Median", "Students"]
            yield from rows


def find_minutes(notebook: Path) -> float | None:
    """Return the number that a student entered as `minutes_needed`, or None."""
    for cell in reversed(read_code(notebook)):
        entered = MINUTES.search(str(cell.get("source", "")))
        if entered:
            minutes = float(entered[1])
            return minutes if 0 < minutes <= MOST_MINUTES else None
    return None


def _stated_minutes(notebook: Path) -> str:
    """Return the minutes that a notebook's title states, such as "40 to 60", or ""."""
    found = STATED.search(notebook.read_text(encoding="utf-8"))
    return found[1] if found else ""


def _for_everybody(
    notebook: str, questions: Mapping[str, Guess], made: list[dict[str, Guess]]
) -> Iterator[_Row]:
    """Yield a row for each question that everybody is asked, with its share of wrong guesses.

    `made` has the guesses of each student who has the notebook.
    """
    for name, question in questions.items():
        guesses = [each[name] for each in made if name in each and each[name].value is not None]
        counts = Counter(guess.value for guess in guesses).most_common()
        known = [guess for guess in guesses if guess.right is not None]
        right = [guess.value for guess in known if guess.right]
        # A right guess is what a student would write: 2, if `reveal` prints 2.0.
        answers = Counter(right or [guess.answer for guess in known]).most_common()
        shown = " or ".join(str(answer) for answer, _ in answers)
        yield (
            1 - len(right) / len(known) if known else -1,
            [
                f"{name}: {question.prompt}" if question.prompt else name,
                notebook,
                _first_few([f"{value} ({times})" for value, times in counts]),
                shown if len(answers) <= MOST_ANSWERS else "differs",
                f"{len(right)} of {len(known)}" if known else "",
                len(made) - len(guesses),
            ],
        )


def _for_each_student(notebook: str, functions: Iterable[str], owned: _Owned) -> Iterator[_Row]:
    """Yield a row for each function that students are asked about, with its share of wrong."""
    for function in functions:
        guessed = _guessed(function, owned)
        right, of = (
            sum(getattr(own, name) for own in guessed.values()) for name in ("right", "of")
        )
        said, silent = f"{right} of {of}" if of else "", len(owned) - len(guessed)
        row = [f"questions about their own {function}", notebook, "", "differs", said, silent]
        yield 1 - right / of if of else -1, row


def _guessed(function: str, owned: _Owned) -> dict[str, OwnCode]:
    """Return what the notebooks of the students who guessed about a function hold about it."""
    found = {student: own.get(function) for student, own in owned.items()}
    return {student: own for student, own in found.items() if own and own.of}


def _notebooks(name: str, folders: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    """Yield each student who has a notebook, and its path."""
    for student, folder in sorted(folders.items()):
        if (folder / name).is_file():
            yield student, folder / name


def _first_few(texts: list[str]) -> str:
    """Return the first texts in one line, and the number of the others if there are several."""
    shown = texts if len(texts) == SHOWN + 1 else texts[:SHOWN]
    more = [f"and {len(texts) - len(shown)} more"] if len(texts) > len(shown) else []
    return "; ".join([*shown, *more])


def find_guesses(code: list[dict[str, Any]]) -> dict[str, Guess]:
    """Find the questions and guesses in code cells, by question; nothing if they are malformed.

    Questions about a student's own function are left out. The guess that the notebook answers first
    counts, because a later one is made in hindsight.
    """
    found: dict[str, Guess] = {}
    waiting: dict[str, Guess] = {}  # the next `reveal` answers them
    try:
        cells_left = MOST_CELLS
        for cell in code:
            source = cell["source"]
            if "guess(" in source and len(source) < LONGEST_CELL and cells_left:
                cells_left -= 1
                prompts = _prompts(source)
                for name, value in _keywords(source):
                    if not OWN.fullmatch(name) and (name not in found or name in waiting):
                        found[name] = waiting[name] = Guess(prompts.get(name, ""), value)
            if REVEAL.search(source):
                _read_answers(cell, waiting)
                waiting.clear()
    except MALFORMED:
        return {}
    return found


def _read_answers(cell: Mapping[str, Any], guesses: Mapping[str, Guess]) -> None:
    """Enter what a cell with `reveal` printed about these guesses, if it came so far."""
    streams = [each["text"] for each in cell.get("outputs", []) if each["output_type"] == "stream"]
    text = "".join("".join(part) for part in streams)[-LONGEST_OUTPUT:]
    if SCORE.search(text):
        wrong = dict(WRONG.findall(text))
        for name, guess in guesses.items():
            guess.right, guess.answer = name not in wrong, wrong.get(name, "")[:LONGEST]


def _prompts(source: str) -> dict[str, str]:
    """Return the comment of each question: that on its line, or else that above the call."""
    above = PROMPT.search(source)
    prompts = {}
    for code, _, comment in (line.partition("#") for line in source.splitlines()):
        # \b, because without it a word of n letters takes n² steps.
        for name in re.findall(r"\b(\w+)=", code):
            prompts[name] = (comment.strip() or (above[1] if above else "")).rstrip(".")
    return prompts


def _keywords(source: str) -> Iterator[tuple[str, str | None]]:
    """Yield the keyword arguments of a cell's `guess` calls: names, and values as literals."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two for deep nesting
        return
    for line in body:
        call: Any = line.value if isinstance(line, ast.Expr) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "guess":
            for keyword in call.keywords:
                if keyword.arg:
                    yield keyword.arg, _literal(keyword.value)


def _literal(node: ast.expr) -> str | None:
    """Return the `repr` of a literal; None for `...` and for anything that is not a literal."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None
    return None if value is ... else repr(value)[:LONGEST]
