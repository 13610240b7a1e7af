"""Write docs/questions.gift, the twelve questions as a quiz for a learning management system.

    python tools/maintain/gift.py

docs/questions.md is the only place where the questions are written. GIFT is Moodle's text format:
https://docs.moodle.org/en/GIFT_format. A wrong answer has its belief as feedback.
"""

import argparse
import html
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[2] / "docs"
QUESTION = re.compile(
    r"^(\d+)\. ```python\n(.*?)^ +```\n\n(.*?) \(`([\w-]+/[\w-]+)`\)$", re.M | re.S
)
VALUE = re.compile(r'`([^`]+)`(?:: "([^"]+)")?')


class Question(NamedTuple):
    """A question of the page.

    `program` is its lines; the value of the last one is asked for. `right` is that value as text,
    `wrong` are pairs of another value and the belief behind it, and `place` is the notebook.
    """

    number: int
    program: str
    right: str
    wrong: list[tuple[str, str]]
    place: str


def read_questions(page: str) -> list[Question]:
    """Return the questions of docs/questions.md."""
    questions = []
    for number, program, values, place in QUESTION.findall(page):
        first, *others = program.splitlines(keepends=True)
        lines = f"{first.strip()}\n{textwrap.dedent(''.join(others))}"
        (right, _), *wrong = VALUE.findall(" ".join(values.split()))
        questions.append(Question(int(number), lines, right, wrong, place))
    return questions


def gift_of(question: Question) -> str:
    """Return a question in GIFT."""
    program = html.escape(question.program.strip(), quote=False)
    asked = "What is the value of the last line?"
    lines = [f"::{escaped(f'{question.number}, {question.place}')}::[html]<p>{asked}</p>"]
    lines += [f"<pre>{escaped(program)}</pre>{{", f"={escaped(question.right)}"]
    lines += [f"~{escaped(value)}#{escaped(belief)}" for value, belief in question.wrong]
    return "\n".join([*lines, "}\n"])


def escaped(text: str) -> str:
    """Return a text in which GIFT's control characters have a backslash."""
    return re.sub(r"([~=#{}:\\])", r"\\\1", text)


def main() -> None:
    argparse.ArgumentParser(
        description="Write docs/questions.gift from docs/questions.md."
    ).parse_args()
    page = (DOCS / "questions.md").read_text(encoding="utf-8")
    quiz = "\n".join(map(gift_of, read_questions(page)))
    (DOCS / "questions.gift").write_text(quiz, encoding="utf-8")


if __name__ == "__main__":
    main()
