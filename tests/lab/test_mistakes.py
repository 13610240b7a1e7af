"""The page that `make docs` builds tells what a mistake costs, as the corpus has it."""

from corpus import load_cases
from mistakes import page


def test_the_page_has_a_row_for_each_wrong_answer():
    rows = [line for line in page().splitlines() if line.endswith("` |")]
    assert len(rows) == sum(not case.is_right for case in load_cases())
    row = "| 5 | Keeps no memory: the shown counts come out all the same. | `wrong-no-memory` |"
    assert row in rows
