"""The words of pages, help, messages, notebooks and pictures.

Spelling is held by `make style` (typos, with its list of words in pyproject.toml).
"""

import json
import re

import pytest
from picture_texts import LEAST
from places import ROOT
from texts import PAGES, plain, texts

PICTURES = ROOT / "docs" / "pictures"
SHOWN = re.compile(r"!\[([^\]]+)\]\(((?:[\w./-]*/)?([\w-]+)\.(?:png|svg))\)")
MOST_WORDS = 15_000  # of all pages together, without the generated table of attacks
WORDS = {  # the most words of each page
    "README.md": 500,
    "docs/authors.md": 550,
    "docs/changelog.md": 250,
    "docs/covered.md": 350,
    "docs/index.md": 250,
    "docs/instructors.md": 900,
    "docs/students.md": 1_000,
    "docs/tas.md": 400,
    "docs/teaching.md": 1_350,
    "docs/terms.md": 1_200,
    "packages/nbjudge/README.md": 350,
    "packages/nbjudge/docs/use-nbjudge.md": 1_000,
    "packages/nbjudge/docs/grade-a-class.md": 1_400,
    "packages/nbjudge/docs/contributing.md": 1_150,
    "packages/nbjudge/docs/jupyterhub.md": 1_000,
    "packages/nbjudge/docs/public-api.md": 750,
    "packages/nbjudge/docs/security.md": 1_500,
    "packages/nbjudge/docs/test-cells.md": 1_100,
    "packages/nbjudge/docs/grade-as-they-arrive.md": 650,
}
# Patterns that are not English, an example of each, and what to write.
HABITS = {
    r"\b(needs?|waits? for) a person\b": ("it needs a person", "needs attention"),
    r"\bmend(s|ed|ing)?\b": ("mend it first", "fix"),
    r"\banew\b": ("made anew", "again"),
    r"\bin (the )?place of\b": ("in the place of points", "instead of"),
    r"\bbeside\b": ("beside the notebook", "next to"),
    r"\balone\.": ("for Linux alone.", "only"),
    r"\bas said above\b": ("wrong, as said above", "see above"),
    r"\bof the (student|teacher|instructor)'s\b": ("a file of the student's", "the student's file"),
    r", as (it|this|you)\b": ("stopped, as it took long", "because"),
    r"\b(is|are) named\b(?! after)": ("what changed is named", "is listed"),
}


def found(habit: str, text: str) -> list[str]:
    return [match[0] for match in re.finditer(habit, re.sub(r"\s+", " ", text), re.I)]


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_is_found(habit):
    assert found(habit, HABITS[habit][0]) and not found(habit, HABITS[habit][1])


def test_no_text_has_a_habit_that_english_does_not_have():
    seen = [
        f"{name}: {match!r} (write: {better})"
        for name, text in texts()
        for habit, (_, better) in HABITS.items()
        for match in found(habit, text)
    ]
    assert not seen, "\n" + "\n".join(seen)


def test_the_pages_are_short():
    words = {str(path.relative_to(ROOT)): len(path.read_text().split()) for path in PAGES}
    assert words.keys() == WORDS.keys(), "give a new page a limit"
    assert [page for page in words if words[page] > WORDS[page]] == []
    assert sum(words.values()) <= MOST_WORDS


def test_each_picture_shows_texts_of_today():
    noted = json.loads((PICTURES / "texts.json").read_text())
    known = " ".join(plain(text) for _, text in texts())
    assert set(noted) == {path.stem for path in PICTURES.glob("*.png")}
    for name, lines in noted.items():
        assert lines, f"nothing of {name}.png is noted: run make pictures"
        for line in lines:
            assert len(line.split()) >= LEAST
            assert line in known, f"{name}.png shows {line!r}: run make pictures"


def test_each_picture_is_shown_with_a_text_that_says_what_is_to_be_seen():
    shown = [match for path in PAGES for match in SHOWN.findall(path.read_text())]
    assert {name for _, _, name in shown} >= {path.stem for path in PICTURES.glob("*.png")}
    for alternative, path, _ in shown:
        assert len(alternative.split()) >= 5, path
