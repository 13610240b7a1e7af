"""The result of a notebook: its order, its words, and how it looks in a page and in JupyterLab."""

import base64

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from nbjudge.result.around_cells import headings_above, pictures_of
from nbjudge.result.notebook_result import (
    NotebookResult,
    notebooks_html,
    number,
    points_line,
    style,
)
from nbjudge.result.parts import BY_HAND, BY_TESTS, OUTCOMES, SIGNS, Part, blocks_of, tally_of
from nbjudge_testing.access import violations

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><circle r="50"/></svg>'
PICTURE = (f"data:image/svg+xml;base64,{base64.b64encode(SVG.encode()).decode()}", "a circle")


def part(outcome, name="f", aspect="values", **fields):
    return Part(name, aspect, "test-f", outcome, 1, 2, **fields)


def test_each_outcome_has_a_word_a_sign_and_a_color():
    assert set(OUTCOMES) == SIGNS.keys() == BY_TESTS.keys() == BY_HAND.keys()
    assert all(f".nbjudge-{outcome}" in style() for outcome in OUTCOMES)


def test_blocks_with_something_to_do_come_first_and_keep_their_order():
    outcomes = ["passed", "waiting", "unwritten", "failed", "later", "hidden", "partly"]
    blocks = blocks_of(part(outcome, name=outcome) for outcome in outcomes)
    expected = ["unwritten", "failed", "partly", "waiting", "later", "passed", "hidden"]
    assert [block.outcome for block in blocks] == expected


def test_a_block_has_the_outcome_that_matters_most_and_its_passed_parts_last():
    parts = [part("hidden"), part("passed"), part("failed"), part("passed", aspect="types")]
    (block,) = blocks_of(parts)
    assert block.outcome == "failed"
    groups = [[member.outcome for member in group] for group in block.groups]
    assert groups == [["failed"], ["passed", "passed"], ["hidden"]]


def test_the_check_that_also_shows_the_right_graph_leads_its_group():
    one, both = [("data:1", "mine")], [("data:2", "mine"), ("data:3", "right")]
    failed = [
        part("failed", aspect="hidden", messages=["net: 4 edges, not 5"], pictures=one),
        part("failed", aspect="smallest", messages=["a * a: 2 edges, not 3"], pictures=both),
    ]
    (block,) = blocks_of(failed)
    (group,) = block.groups
    assert [member.aspect for member in group] == ["smallest", "hidden"]


def test_the_tally_counts_in_one_order():
    parts = [part("passed"), part("waiting"), part("waiting"), part("failed"), part("unwritten")]
    assert tally_of(parts) == [
        ("✗", "1 failed"),
        ("○", "1 not written"),
        ("…", "2 need manual grading"),
        ("✓", "1 passed"),
    ]
    assert NotebookResult(parts).words == (
        "1 failed, 1 not written, 2 need manual grading, 1 passed"
    )


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_result_is_complete_if_nothing_is_left_to_do(outcome):
    settled = {"passed", "waiting", "later", "hidden"}
    assert NotebookResult([part("passed"), part(outcome)]).is_complete == (outcome in settled)


def test_a_file_that_could_not_be_read_shows_nothing_else():
    result = NotebookResult([part("failed")], ["A sentence."], "It is not JSON.")
    assert not result.is_complete and result.words == "It is not JSON."
    assert "failed" not in result.html(2) and "A sentence." not in result.html(2)


@pytest.mark.parametrize(
    "numbers, words",
    [
        ((3, 10), "3 of 10 points"),
        ((None, 10, 1), "0 of 10 points so far, 1 needs manual grading"),
        (
            (2.5, 10, 4, 2),
            "2.5 of 10 points so far, 4 need manual grading, 2 are counted after the due date",
        ),
    ],
)
def test_points_in_words(numbers, words):
    assert points_line(*numbers) == words
    assert number(1 / 3) == "0.3333"


def test_a_check_leads_to_its_cell_by_a_link_or_a_button():
    own = part("failed", cell=5, answer=4, answer_id="f", heading="Step 2")
    page = NotebookResult([own]).html(2)
    assert '<a href="#f">Step 2</a>' in page and '<a href="#test-f">values</a>' in page
    named = own._replace(name="Step 2")  # a cell of no function has the heading as its name
    assert ">Go to the cell</a>" in NotebookResult([named]).html(2)
    lab = NotebookResult([own]).html(3, in_lab=True)
    assert 'data-cell="4">Step 2</button>' in lab and 'data-cell="5">values</button>' in lab
    assert "<a " not in lab


def test_an_arrow_in_a_sentence_is_not_broken_and_the_rest_is_escaped():
    own = part("failed", messages=["<b> -> c is missing."])
    html = NotebookResult([own]).html(2)
    assert '&lt;b&gt; <span class="nbjudge-arrow">-&gt;</span> c is missing.' in html
    assert ".nbjudge-arrow { white-space: nowrap; }" in style()


def test_headings_are_plain_and_those_in_code_are_none():
    sources = ["# One *two* [three](x)\n```\n# code\n```", "text", "## Four ##", "$x$"]
    cells = [new_code_cell("# no heading"), *map(new_markdown_cell, sources)]
    assert headings_above(cells) == ["", "One two three", "One two three", "Four", "Four"]


def test_a_heading_with_very_many_spaces_is_read():
    """A pattern whose time grows with their square would take minutes."""
    spaces = " " * 100_000
    for source in (f"# a{spaces}x", "# " + "[" * 100_000, f"# a{spaces}#"):
        (heading,) = headings_above([new_markdown_cell(source)])
        assert heading


def test_the_last_two_small_pictures_are_shown():
    def output(size):
        return {"data": {"image/png": "A" * size, "text/plain": f"{size}\n"}}

    outputs = [output(1), {"data": {"text/plain": "3"}}, output(2), output(3), output(200_000)]
    assert [text for _, text in pictures_of(outputs)] == ["2", "3"]


@pytest.mark.browser
def test_axe_finds_nothing_and_nothing_is_cut_at_320_pixels(page, tmp_path):
    parts = [
        part(
            outcome,
            name=f"a_rather_long_name_of_a_function_{outcome}",
            messages=["A sentence that explains it, with SinBackward0 -> ExpBackward0."],
            pictures=[PICTURE, PICTURE] if outcome == "failed" else [],
            details="ValueError: " + 80 * "x" if outcome == "error" else "",
            heading="Step 2. Draw the whole graph",
            cell=1,
            answer=1,
        )
        for outcome in OUTCOMES
    ]
    result = NotebookResult(parts, ["A sentence."])
    progress = [{"name": "1-one", "result": result.line}, {"name": "2-two", "result": None}]
    body = result.html(2) + result.frame(parts[0]) + NotebookResult(unreadable="No.").html(2)
    body += result.html(2, in_lab=True)
    path = tmp_path / "result.html"
    look = "<style>body { background: white } @media (prefers-color-scheme: dark) {"
    look += " body { background: #121212 } }</style>"
    path.write_text(
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Result</title>'
        f"{look}{style()}<main><h1 hidden>1</h1>{body}</main></html>"
    )
    page.goto(path.as_uri())
    assert violations(page, widths=(1280, 320)) == []
    page.set_viewport_size({"width": 320, "height": 720})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert "not validated yet" in notebooks_html("Notebooks", progress)
    # Without colors, each outcome still has its sign and its word.
    page.emulate_media(forced_colors="active")
    words = page.locator(".nbjudge-word").all_inner_texts()
    assert {f"{SIGNS[outcome]} {BY_TESTS[outcome]}" for outcome in OUTCOMES} <= {*words}
