"""docs/tas.md tells what a mistake costs, as the corpus has it."""

from mistakes import BEGIN, END, PAGE, table, with_table


def test_the_page_for_assistants_has_the_table_of_the_corpus():
    page = PAGE.read_text(encoding="utf-8")
    assert page.count(BEGIN) == page.count(END) == 1
    assert with_table(page) == page, "run python tests/mistakes.py"


def test_the_table_has_a_row_for_each_wrong_answer(monkeypatch):
    assert (
        "| 5 | Keeps no memory: the shown counts come out all the same. | `wrong-no-memory` |"
        in (table())
    )
