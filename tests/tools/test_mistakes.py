"""The page that `make docs` builds tells what a mistake costs, as the answer bank has it."""

import re

from answer_bank import load_cases
from mistakes import page

TABLE = re.compile(r"\| of (\d+) \| the mistake .*\n.*\n((?:\| [\d.]+ \| .*\n)+)")


def test_the_page_has_a_row_for_each_wrong_answer():
    rows = [line for line in page().splitlines() if line.endswith("` |")]
    assert len(rows) == sum(not case.is_right for case in load_cases())
    row = "| 5 | Has no visited set; the visible counts are correct anyway. | `wrong-no-memory` |"
    assert row in rows
    edge = "Two uses of the same tensor make only one edge."
    does = "Draws one edge for two uses of the same tensor."
    assert any(f'| {does} "{edge}" | `wrong-parallel-edges-collapsed` |' in row for row in rows)


def test_the_first_sentence_counts_the_rows():
    shares = [
        (float(points), int(full))
        for full, rows in TABLE.findall(page() + "\n")
        for points in re.findall(r"^\| ([\d.]+) \|", rows, re.M)
    ]
    said = " ".join(page().split())
    half = sum(2 * points <= full for points, full in shares)
    none = sum(points == 0 for points, _ in shares)
    assert 0 < none < half < len(shares)
    assert (
        f"Of the {len(shares)} wrong answers below, {half} earn half of the points of their "
        f"function or less, and {none} of these earn nothing." in said
    )
