"""The list of checks whose points can be forged is the one that nbjudge works out.

That answers forge the points of some, and cannot forge those of others, is tested in
test_answers.py.
"""

import sys

import pytest
from answer_bank import ANSWERS, load_cases
from course import deleted
from support.paths import ROOT, SOURCE

sys.path.append(str(ROOT / "tools/maintain"))
import forgeable_list
from forgeable import FORGEABLE, FORGED, NOT_FORGEABLE, REASONS, TAKEN


def test_the_list_has_what_check_notes_and_nothing_else():
    reasons = FORGEABLE | NOT_FORGEABLE
    listed = {check: names for check, names in TAKEN.items() if check in reasons}
    assert listed == forgeable_list.taken(), "run tools/maintain/forgeable_list.py"


def test_each_check_of_the_list_has_one_reason():
    forgeable, not_forgeable = (set(REASONS[kind]) for kind in ("forgeable", "not_forgeable"))
    assert forgeable | not_forgeable == TAKEN.keys() | FORGED.keys()
    assert not forgeable & not_forgeable


def test_each_check_of_the_list_is_there_and_has_points():
    points = {}
    for folder in SOURCE.iterdir():
        points |= forgeable_list.points_of(folder.name)
    assert FORGED.keys() - NOT_FORGEABLE.keys() <= REASONS["forgeable"].keys()
    assert [check for check in FORGEABLE | NOT_FORGEABLE if not points[check]] == []


@pytest.mark.parametrize("check", NOT_FORGEABLE)
def test_a_check_that_cannot_be_forged_has_an_attack(check):
    """What the attack earns is tested in test_answers.py."""
    assignment, _, cell = check.split("/")
    function = cell.split("-")[1]
    attacks = load_cases(ANSWERS / "attacks")
    assert (assignment, function) in {(case.assignment, case.function) for case in attacks}


def test_the_page_has_the_reason_of_each_check():
    text = forgeable_list.PAGE_OF_REASONS.read_text(encoding="utf-8")
    if not deleted():
        assert forgeable_list.page_of_reasons(text, REASONS) == text
    for reasons in REASONS.values():
        for check, why in reasons.items():
            name = check.rpartition("/test-")[2]
            assert any(f"`{name}`" in line and why in line for line in text.splitlines()), check


def test_a_reason_that_changes_changes_the_page():
    if deleted():  # the page has checks of the notebook that this course does without
        return
    text = forgeable_list.PAGE_OF_REASONS.read_text(encoding="utf-8")
    moved = "primer/2-backward/test-jacobian-rows"
    forgeable = REASONS["forgeable"] | {moved: REASONS["not_forgeable"][moved]}
    others = {check: why for check, why in REASONS["not_forgeable"].items() if check != moved}
    page = forgeable_list.page_of_reasons(text, {"forgeable": forgeable, "not_forgeable": others})
    place = page.index("`jacobian-rows`")
    assert place < page.index("## Can't be forged") < text.index("`jacobian-rows`")


def test_the_page_has_the_sums_and_the_totals():
    text = forgeable_list.PAGE.read_text(encoding="utf-8")
    if deleted():  # the page counts the notebook that this course does without
        counted = {check for check in REASONS["forgeable"] if check not in FORGEABLE}
        assert counted and "`autograd` |" in text
    else:
        assert forgeable_list.page(text, set(FORGEABLE)) == text


def test_a_check_that_is_added_or_that_leaves_changes_the_page():
    text = forgeable_list.PAGE.read_text(encoding="utf-8")
    points = forgeable_list.points_of("primer")
    total = sum(points.values())
    assert f"`primer` | {total} | {total}\n" in forgeable_list.page(text, set(points))
    assert f"`primer` | 0 | {total}\n" in forgeable_list.page(text, set())
