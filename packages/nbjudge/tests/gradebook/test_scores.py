"""Scores after a late penalty, and the sentence on whose points a run changed."""

from nbjudge.files.text import FEW
from nbjudge.gradebook.scores import changes_line, rest


def test_a_sentence_names_the_first_and_counts_the_rest():
    assert changes_line({}) == ""
    assert changes_line({"bob": (3.0, 2.5), "ada": (0.0, 4.0)}) == (
        "Points changed: ada 0 -> 4, bob 3 -> 2.5"
    )
    many = {f"s{number:03}": (1.0, 2.0) for number in range(300)}
    line = changes_line(many)
    assert line.count("->") == FEW and f"and {300 - FEW} more" in line and len(line) < 200


def test_a_penalty_of_all_points_leaves_nothing():
    score = 0.1 + 0.2
    assert rest(score, 0.3) == rest(1.0, 2.0) == 0.0
    assert rest(2.5, 0.25) == 2.25
