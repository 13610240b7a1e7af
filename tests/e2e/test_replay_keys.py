"""replay.py in a browser: the slider by its keys and by its button."""

from support.replay import CAPTIONS, FRAMES, needs_dot, replay_module

__all__ = ["replay_module"]


@needs_dot
def test_keys_and_the_button_move_the_slider(replay_module, tmp_path, page):
    replay_module.replay(FRAMES, CAPTIONS)
    path = tmp_path / "page.html"
    path.write_text(f"<meta charset=utf-8>{replay_module.shown[0]['text/html']}")
    page.goto(path.as_uri())
    slider, caption = page.locator("input[type=range]"), page.locator("figcaption")
    seen = [caption.inner_text()]
    for key in ("ArrowRight", "End", "ArrowLeft", "Home"):
        slider.press(key)
        seen.append(caption.inner_text())
    assert seen == ["one", "two", CAPTIONS[-1], "two", "one"]
    assert page.locator("output").inner_text() == "1 of 3"
    slider.press("End")
    page.locator("button").click()
    assert caption.inner_text() == "one", "at the end, the button begins anew"
    image = page.get_by_role("img", name="one")
    assert image.locator("svg text").all_text_contents() == ["a", "b"]
