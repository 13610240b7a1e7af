"""What a class did over time, from what a watch has kept of its attempts."""

import pytest

from nbjudge.course.told import Told
from nbjudge.report.over_time import Round, follow_attempts

POSSIBLE = {"f": 2, "g": 3}


def attempt(state="graded", **outcomes):
    """An attempt of one notebook, with what each check said: None where it passed."""
    parts = [
        {
            "name": name,
            "aspect": "values",
            "outcome": "passed" if why is None else "failed",
            "points": 0 if why else POSSIBLE[name],
            "possible": POSSIBLE[name],
            "why": [why] if why else [],
        }
        for name, why in outcomes.items()
    ]
    points = sum(part["points"] for part in parts)
    notebooks = [{"name": "one", "points": points, "possible": 5, "parts": parts}]
    return Told(state, "ps", "", "", points=points, possible=5, notebooks=notebooks)


CLASS = {
    # Mends `f` with the second try after it was heard, with other numbers in between.
    "amy": [
        attempt(f="3 edges, not 4", g="no"),
        attempt(f="1 edges, not 9", g=None),
        attempt(f=None, g=None),
    ],
    "ben": [attempt(f="3 edges, not 4", g=None), attempt(f=None, g="no")],
    "eve": [attempt("refused"), attempt(f="7 edges, not 8", g=None)],
    "joe": [attempt("waiting")],
}


def test_points_from_attempt_to_attempt():
    found = follow_attempts(CLASS)
    assert (found.students, found.attempts, found.possible) == (3, 6, 5)
    assert found.rounds == [
        Round(1, 3, 3, 0, 0),
        Round(2, 2, 2.5, 1, 1),
        Round(3, 1, 5, 1, 0),
    ]


def test_who_heard_a_message_and_how_long_it_took_to_mend():
    edges, no = follow_attempts(CLASS).mendings
    assert edges[:4] == ("one", "f", "values", "3 edges, not 4")
    assert (edges.students, edges.mended, edges.attempts, edges.last) == (3, 2, 1.5, 1)
    assert no[:4] == ("one", "g", "values", "no")
    assert (no.students, no.mended, no.attempts, no.last) == (2, 1, 1, 1)


@pytest.mark.parametrize("attempts", [{}, {"joe": CLASS["joe"]}, {"joe": []}])
def test_where_nothing_is_graded_there_is_nothing_to_follow(attempts):
    assert follow_attempts(attempts) is None
