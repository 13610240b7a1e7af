"""A failed check has one sentence: in Validate, on the feedback page and in formgrader."""

from types import SimpleNamespace

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_output
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from nbjudge.awards import AWARDS
from nbjudge.course.failed_cells import CANNOT_JUDGE, NO_KEYBOARD
from nbjudge.gradebook.scores import CellGrade, NotebookGrades, ScoredCell
from nbjudge.plugins.summary import summarize
from nbjudge.server.formgrader import CoursePages
from nbjudge.server.validate.inspection import judge
from nbjudge.server.validate.verdict import Verdict
from nbjudge_testing.courses import cell, notebook


def error(name, value):
    return new_output("error", ename=name, evalue=value, traceback=["the whole traceback"])


def graded(*outputs):
    """A notebook whose only check ended with these outputs."""
    answer = cell("answer", "def square(x):\n    return int(input())", solution=True)
    answer.outputs = [error("EOFError", "no line")]
    test = cell("test-square", "assert square(2) == 4", points=2, grade=True, locked=True)
    test.outputs = list(outputs)
    return notebook([answer, test])


RESOURCES = {"base_url": "", "notebook_id": "1", "index": 0, "total": 1}
PARTS = [["small <ones>", 1, 1, ""], ["large", 0, 1, "Yours is 3."]]
AWARDED = {"text/plain": "1.0", AWARDS: PARTS}
CASES = {
    "assertion": (error("AssertionError", "2 squared is 4.\nNot 5."), "2 squared is 4."),
    "exception": (error("ValueError", "too large"), "ValueError: too large"),
    "without a message": (error("AssertionError", ""), "AssertionError"),
    "cause": (error("NameError", "name 'square' is not defined"),
              "square does not exist, because its cell raised EOFError: no line"),
    "stub": (error("NotImplementedError", ""), "Not written yet."),
    "undecided": (error("UndecidedError", "tag it nbjudge:in-process"), CANNOT_JUDGE),
    "keyboard": (error("EOFError", "EOF when reading a line"), NO_KEYBOARD),
    "awards": (new_output("execute_result", AWARDED), "large: Yours is 3."),
    "markup": (error("AssertionError", "a <b>bold</b> claim"), "a <b>bold</b> claim"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_check_has_the_same_sentence_everywhere(case, tmp_path):
    output, sentence = CASES[case]
    nb = graded(output)
    path = tmp_path / "1.ipynb"
    nbformat.write(nb, path)

    cell = ScoredCell("1", "test-square", 2.0, by_hand=False)
    grades = NotebookGrades(2.0, {"test-square": CellGrade(cell, 0.0, needs_manual_grade=False)})
    (part,) = summarize(nb, "1", grades, None, {}).result.parts
    # That it is not written is the outcome's word.
    assert part.messages == ([] if case == "stub" else [sentence])

    verdict = Verdict()
    judge(nb.cells, verdict)
    validated = next(part for part in verdict.result.parts if part.cell == 1)
    assert validated.messages == part.messages

    coursedir = CourseDirectory(root=str(tmp_path))
    pages = CoursePages(SimpleNamespace(config=Config(), coursedir=coursedir))
    page, _ = pages.exporter().from_filename(str(path), RESOURCES)
    (shown,) = BeautifulSoup(page, "html.parser").select(".nbjudge-sentence")
    assert shown.text == sentence


def test_a_check_that_warned_passes_in_validate():
    """As when nbjudge grades. A kernel, in which students without Linux validate, keeps stderr."""
    nb = graded(new_output("stream", name="stderr", text="slow"))
    verdict = Verdict()
    judge(nb.cells, verdict)
    check = next(part for part in verdict.result.parts if part.cell == 1)
    assert (check.outcome, check.messages, verdict.failed) == ("passed", [], [])


def test_a_passed_check_that_warned_has_no_sentence_in_formgrader(tmp_path):
    path = tmp_path / "1.ipynb"
    nbformat.write(graded(new_output("stream", name="stderr", text="slow")), path)
    coursedir = CourseDirectory(root=str(tmp_path))
    pages = CoursePages(SimpleNamespace(config=Config(), coursedir=coursedir))
    page, _ = pages.exporter().from_filename(str(path), RESOURCES)
    assert not BeautifulSoup(page, "html.parser").select(".nbjudge-sentence")
