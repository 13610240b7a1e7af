"""How long a run still takes, as its bar and its lines say."""

import pytest

from nbjudge.grading import progress


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_the_first_estimate_is_about_right(workers, monkeypatch):
    """The first results come late, and together: all workers had to start."""
    total, start, each = 60, 20.0, 3.0
    clock = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock)
    estimate = progress.Estimate(total)
    said = []
    for done in range(1, total + 1):
        round_ = (done - 1) // workers
        clock = start + each * round_ + 0.1 * (done % workers)
        if words := estimate.left(done):
            left = start + each * ((total - 1) // workers) - clock
            said.append((done, seconds_of(words), left))
    first, told, left = said[0]
    assert first <= workers + max(workers, progress.ENOUGH)
    assert left / 2 <= told <= 2 * left
    assert all(told <= 2 * left + 10 for _, told, left in said)


@pytest.mark.parametrize("show", [progress.Bar, progress.Lines], ids=str)
def test_the_time_left_is_shown(show, monkeypatch, capsys):
    clock = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich shows its bar as in a terminal
    with show(60, progress.Words()) as shown:
        for done in range(1, 30):
            clock += 3.0
            shown.update(done, 0)
    assert "left" in capsys.readouterr().err


def seconds_of(words):
    """The seconds in "about 2 min 5 s left"."""
    parts = words.removeprefix("about ").removesuffix(" left").split()
    pairs = dict(zip(parts[1::2], map(int, parts[::2]), strict=True))
    return 3600 * pairs.get("h", 0) + 60 * pairs.get("min", 0) + pairs.get("s", 0)
