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
    words = {path.name: len(path.read_text().split()) for path in PAGES}
    assert len(words) > 15 and sum(words.values()) <= MOST_WORDS, words


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
