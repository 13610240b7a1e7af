"""How long a run still takes, as its bar and its lines say."""

import re
import time

import pytest

from nbjudge.grading import progress


@pytest.mark.parametrize("show", [progress.Bar, progress.Lines], ids=["bar", "lines"])
def test_the_time_left_is_shown(show, monkeypatch, capsys):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0)
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich shows its bar as in a terminal
    with show(60, progress.Words()) as shown:
        for done in range(1, 30):
            time.sleep(0.02)
            shown.update(done, 0)
    said = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", capsys.readouterr().err)
    assert re.search(r"\d:\d\d:\d\d", said)


def test_lines_are_at_least_ten_seconds_apart(monkeypatch, capsys):
    clock = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock)
    lines = progress.Lines(9, progress.Words())
    for done in range(1, 9):
        clock += 4.0
        lines.update(done, 1)
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in said] == ["3 of 9 graded", "6 of 9 graded"]
    assert all("1 needs attention" in line for line in said)
