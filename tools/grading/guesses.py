"""Tables of a class's predictions for `nbjudge report` (`c.Report.sections`).

The questions are those of the `guess(...)` calls in the release version, with the comments next to
them. In the graded notebooks, `reveal` prints which guesses are wrong, and the right answers to
them. A task whose function students are asked about has a row of its own: each student gets other
questions. Students' code is parsed, never run; the report does that in a child process with limits.

Entry points: the sections `Guesses` and `NoneRight`.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from own_code import OwnCode, read_own

OWN = re.compile(r"own_\d")  # a guess about the student's own function
PROMPT = re.compile(r"^# Your guess(?:es)?[^\w\n]+(.*)", re.MULTILINE)
REVEAL = re.compile(r"^\s*reveal\(", re.MULTILINE)
# What `reveal` prints: how many guesses are right, and then each wrong one.
SCORE = re.compile(r"^\d+ of \d+(?:; .* surprised you)?\.$", re.MULTILINE)
WRONG = re.compile(r"^  (\w+): you said .*, it is (.*)$", re.MULTILINE)
LONGEST = 60  # characters of a guess
LONGEST_CELL = 10_000  # characters; a cell of guesses is far shorter, and Python can parse this
LONGEST_OUTPUT = 100_000  # characters
SHOWN = 5  # guesses shown for a question
MOST_ANSWERS = 3  # right answers shown for a question


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
        rows = [*_for_everybody(folder, folders), *_for_each_student(folder, folders)]
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
        for function, notebook, guessed, _ in _own_codes(folder, folders):
            none = [student for student, own in guessed.items() if not (own.failed or own.right)]
            if none:
                rows.append([function, notebook, none])
        if rows:
            yield ["Function", "Notebook", "Students"]
            yield from rows


def _for_everybody(folder: Path, folders: Mapping[str, Path]) -> Iterator[tuple[float, list[Any]]]:
    """Yield a row for each question that everybody is asked, with its share of wrong guesses."""
    for path in sorted(folder.glob("*.ipynb")):
        made = [read_guesses(own) for own in _notebooks(path.name, folders).values()]
        for name, question in read_guesses(path).items():
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
                    path.stem,
                    _first_few([f"{value} ({times})" for value, times in counts]),
                    shown if len(answers) <= MOST_ANSWERS else "differs",
                    f"{len(right)} of {len(known)}" if known else "",
                    len(made) - len(guesses),
                ],
            )


def _for_each_student(
    folder: Path, folders: Mapping[str, Path]
) -> Iterator[tuple[float, list[Any]]]:
    """Yield a row for each function that students are asked about, with its share of wrong."""
    for function, notebook, guessed, silent in _own_codes(folder, folders):
        right, of = (
            sum(getattr(own, name) for own in guessed.values()) for name in ("right", "of")
        )
        said = f"{right} of {of}" if of else ""
        row = [f"questions about their own {function}", notebook, "", "differs", said, silent]
        yield 1 - right / of if of else -1, row


def _own_codes(
    folder: Path, folders: Mapping[str, Path]
) -> Iterator[tuple[str, str, dict[str, OwnCode], int]]:
    """Yield each function that students are asked about.

    With it come its notebook, what the notebooks of the students who guessed hold about it, and the
    number of the other students.
    """
    for path in sorted(folder.glob("*.ipynb")):
        for function in read_own(path):
            paths = _notebooks(path.name, folders)
            found = {student: read_own(own).get(function) for student, own in paths.items()}
            guessed = {student: own for student, own in found.items() if own and own.of}
            yield function, path.stem, guessed, len(paths) - len(guessed)


def _notebooks(name: str, folders: Mapping[str, Path]) -> dict[str, Path]:
    """Return the notebook of each student who has it."""
    paths = {student: folder / name for student, folder in sorted(folders.items())}
    return {student: path for student, path in paths.items() if path.is_file()}


def _first_few(texts: list[str]) -> str:
    """Return the first texts in one line, and the number of the others if there are several."""
    shown = texts if len(texts) == SHOWN + 1 else texts[:SHOWN]
    more = [f"and {len(texts) - len(shown)} more"] if len(texts) > len(shown) else []
    return "; ".join([*shown, *more])


def read_guesses(path: Path) -> dict[str, Guess]:
    """Read the questions and guesses of a notebook, by question; nothing if it is not a notebook.

    Questions about a student's own function are left out. The guess that the notebook answers first
    counts, because a later one is made in hindsight.
    """
    found: dict[str, Guess] = {}
    waiting: dict[str, Guess] = {}  # the next `reveal` answers them
    try:
        cells = json.loads(path.read_bytes())["cells"]
        for cell in (each for each in cells if each["cell_type"] == "code"):
            source = "".join(cell["source"])
            if "guess(" in source and len(source) < LONGEST_CELL:
                prompts = _prompts(source)
                for name, value in _keywords(source):
                    if not OWN.fullmatch(name) and (name not in found or name in waiting):
                        found[name] = waiting[name] = Guess(prompts.get(name, ""), value)
            if REVEAL.search(source):
                _read_answers(cell, waiting)
                waiting.clear()
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
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
        for name in re.findall(r"(\w+)=", code):
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
