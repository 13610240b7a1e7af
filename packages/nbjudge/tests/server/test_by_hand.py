"""What the page to grade by hand is made of: items of a scheme, comments, pages made before."""

import os

import nbformat
import pytest
from courses import cell, notebook
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook, MissingEntry

from nbjudge.server.api import comments_before
from nbjudge.server.page_cache import PAGES_KEPT, PageCache
from nbjudge.server.schemes import items_of


@pytest.mark.parametrize(
    "scheme, points, items",
    [
        ("One each.\n\n1. The sum. Half: no\n   reason.\n2. The rest.\n\nBe kind.", 4,
         [("The sum. Half: no reason.", 2), ("The rest.", 2)]),
        ("- first (1 point)\n- second (2.5 points)", 3.5,
         [("first (1 point)", 1), ("second (2.5 points)", 2.5)]),
        ("- first (1 point)\n- second (2 points)", 4, []),  # they do not add up
        ("No list.", 4, []),
        ("", 4, []),
    ],
)  # fmt: skip
def test_items_of_a_scheme(scheme, points, items):
    assert items_of(scheme, points) == items


@pytest.fixture
def gradebook(tmp_path):
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}", "course") as gradebook:
        gradebook.add_assignment("ps")
        for name in ("one", "two"):
            gradebook.add_notebook(name, "ps")
            gradebook.add_solution_cell("why", name, "ps")
        for number in range(4):
            gradebook.add_student(f"s{number}")
            gradebook.add_submission("ps", f"s{number}")
        yield gradebook


def test_comments_given_before_most_frequent_first(gradebook):
    said = ["Why?", "Show a step.", "Show a step.", None]
    for number, comment in enumerate(said):
        gradebook.find_comment("why", "one", "ps", f"s{number}").manual_comment = comment
    gradebook.find_comment("why", "two", "ps", "s3").manual_comment = "Of another notebook."
    gradebook.db.commit()
    this = gradebook.find_submission_notebook("one", "ps", "s3").id
    assert comments_before(gradebook, this) == {"why": ["Show a step.", "Why?"]}
    with pytest.raises(MissingEntry):
        comments_before(gradebook, "nobody")


def test_a_page_is_made_once_until_something_in_it_changes(tmp_path):
    page, scheme = tmp_path / "page.ipynb", tmp_path / "scheme.ipynb"
    made = []

    class Counting(HTMLExporter):
        def from_filename(self, *arguments, **options):
            made.append(arguments)
            return super().from_filename(*arguments, **options)

    def write(path, text):
        nbformat.write(notebook([cell("why", text, new_markdown_cell)]), path)
        os.utime(path, ns=(len(made) * 10**9,) * 2)  # a clock may be coarse

    write(page, "first")
    write(scheme, "scheme")
    pages = PageCache(Counting(), lambda resources: scheme)

    def get(**resources):
        return pages.from_filename(str(page), resources)[0]

    assert "first" in get(index=1) and "first" in get(index=1) and len(made) == 1
    get(index=2)
    assert len(made) == 2
    write(page, "second")
    assert "second" in get(index=1) and len(made) == 3
    write(scheme, "another")
    get(index=1)
    assert len(made) == 4
    for index in range(PAGES_KEPT + 5):
        get(index=index)
    assert len(pages.made) == PAGES_KEPT
