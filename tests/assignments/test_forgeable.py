"""The list of checks whose points can be forged is the one that nbjudge works out.

That answers forge the points of some is tested in test_answers.py.
"""

import sys

from course import deleted
from support.paths import ROOT, SOURCE

sys.path.append(str(ROOT / "tools/maintain"))
import forgeable_list
from forgeable import FORGEABLE, FORGED, TAKEN


def test_the_list_has_what_check_notes_and_nothing_else():
    listed = {check: names for check, names in TAKEN.items() if check in FORGEABLE}
    assert listed == forgeable_list.taken(), "run tools/maintain/forgeable_list.py"


def test_each_check_of_the_list_is_there_and_has_points():
    points = {}
    for folder in SOURCE.iterdir():
        points |= forgeable_list.points_of(folder.name)
    assert FORGED.keys() <= FORGEABLE.keys()
    assert [check for check in FORGEABLE if not points[check]] == []


def test_the_page_has_the_sums_and_the_totals():
    text = forgeable_list.PAGE.read_text(encoding="utf-8")
    if deleted():  # the page counts the notebook that this course does without
        counted = {check for check in [*TAKEN, *FORGED] if check not in FORGEABLE}
        assert counted and "`autograd` |" in text
    else:
        assert forgeable_list.page(text, set(FORGEABLE)) == text


def test_a_check_that_is_added_or_that_leaves_changes_the_page():
    text = forgeable_list.PAGE.read_text(encoding="utf-8")
    points = forgeable_list.points_of("primer")
    total = sum(points.values())
    assert f"`primer` | {total} | {total}\n" in forgeable_list.page(text, set(points))
    assert f"`primer` | 0 | {total}\n" in forgeable_list.page(text, set())
