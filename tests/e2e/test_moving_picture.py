"""The moving picture of the README: what it claims, and that it moves once, if at all."""

import html
import re

import draw_picture
import pytest
from support.paths import ROOT

PICTURE = ROOT / "docs" / "backward.svg"


@pytest.fixture
def seen(page):
    """Return a function: the second's caption, shown numbers, and opacity of what fails."""
    page.goto(PICTURE.as_uri())

    def at(second):
        return page.evaluate(
            """second => {
              for (const each of document.getAnimations()) {
                each.pause();
                each.currentTime = 1000 * second;
              }
              const seen = (part) => getComputedStyle(part).opacity === "1";
              const texts = (which) =>
                [...document.querySelectorAll(which)].filter(seen).map((part) => part.textContent);
              return [texts(".at"), texts(".number").length, texts(".failed, .missing").length];
            }""",
            second,
        )

    return at


def test_it_shows_what_the_lab_does_today():
    text, order = draw_picture.backward()
    failed, sentence = draw_picture.failed_check()
    assert len(order) == len(set(order)) == 10 and "style=dashed" in failed
    shown = re.findall(
        r'<text class="(?:at at[1-9]\S*(?: last)?|small)"[^>]*>(.*?)</text>', PICTURE.read_text()
    )
    assert sentence in html.unescape(" ".join(shown))
    labels = dict(re.findall(r"\b(\d) \[label=\"?([^\"\]]*?)\"?(?: fill.*)?\]", text))
    assert [words for words in shown if " of 10: " in words] == [
        f"{number} of 10: {labels[name]}" for number, name in enumerate(order, 1)
    ]
    assert PICTURE.stat().st_size < 300_000


def test_its_first_and_last_frame_tell_the_story(seen):
    assert seen(0) == [["0 of 10: backward() has not run yet"], 0, 0]
    assert seen(1.9) == [["4 of 10: TBackward0"], 4, 0]
    assert seen(5) == [["10 of 10: (4, 3)"], 10, 2]


def test_it_moves_once_and_not_where_less_motion_is_asked_for(page):
    moving = "document.getAnimations().map(each => each.effect.getComputedTiming().endTime)"
    page.goto(PICTURE.as_uri())
    assert set(page.evaluate(moving)) == {5000}
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate(moving) == []
    assert page.locator(".at.last").evaluate("t => getComputedStyle(t).opacity") == "1"
    assert page.locator(".missing").evaluate("e => getComputedStyle(e).opacity") == "1"
