"""The moving picture of the README: its frames, and that it moves once, if at all."""

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


def test_its_first_and_last_frame_tell_the_story(seen):
    assert seen(0) == [["Move the slider"], 0, 0]
    assert seen(1.9) == [["4 of 10: TBackward0 2"], 4, 0]
    assert seen(5) == [["10 of 10: (4, 3)"], 10, 3]


def test_it_moves_once_and_not_where_less_motion_is_asked_for(page):
    moving = "document.getAnimations().map(each => each.effect.getComputedTiming().endTime)"
    page.goto(PICTURE.as_uri())
    assert set(page.evaluate(moving)) == {5000}
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    assert page.evaluate(moving) == []
    assert page.locator(".at.last").evaluate("t => getComputedStyle(t).opacity") == "1"
    for missing in page.locator(".missing").all():
        assert missing.evaluate("e => getComputedStyle(e).opacity") == "1"
