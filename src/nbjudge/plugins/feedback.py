"""Feedback that shows a student why points were lost, and not the hidden tests."""

from nbconvert.filters import strip_ansi
from nbconvert.preprocessors import Preprocessor
from nbgrader.preprocessors import ClearHiddenTests
from nbgrader.utils import is_grade, is_solution
from traitlets import Bool
from traitlets.config import Config

from ..notebook.outputs import SUBMISSION

PLACEHOLDER = "# Hidden tests ran here."


class HideHiddenTests(Preprocessor):
    """Take hidden tests out of the feedback; put it into ``GenerateFeedback.preprocessors``.

    In a notebook with hidden tests (the regions that nbgrader's ``ClearHiddenTests`` clears, with
    its delimiters as configured) this changes every test cell, as one test cell can call a helper
    that a hidden region of another defines:

    - hidden regions go, the rest of the source stays;
    - of an error its message stays, and the traceback through the student's own code if the judge
      gave one; lines of test cells go;
    - what was printed goes, as a student's function can print what a hidden test hands to it;
    - pictures and values stay, such as the table of ``Awards``.
    """

    enabled = Bool(True, help="Whether to hide hidden tests in the feedback.").tag(config=True)

    def preprocess(self, nb, resources):
        clear = ClearHiddenTests(config=Config(ClearHiddenTests=self.config.ClearHiddenTests))
        tests = [cell for cell in nb.cells if is_test(cell)]
        if any(clear.begin_test_delimeter in cell.source for cell in tests):
            for cell in tests:
                hide_source(cell, clear, resources)
                cell.outputs = [
                    without_code(output)
                    for output in cell.outputs
                    if output.output_type != "stream"
                ]
        return nb, resources


def is_test(cell):
    """Return whether a cell is a test cell: a code cell with points and no answer in it."""
    return cell.cell_type == "code" and is_grade(cell) and not is_solution(cell)


def hide_source(cell, clear, resources):
    """Replace the hidden region of a test cell, if it has one, by one line of comment.

    ``clear`` is nbgrader's ``ClearHiddenTests``, which raises RuntimeError for a region that
    does not end.
    """
    whole = cell.source
    clear.preprocess_cell(cell, resources, 0)
    if cell.source != whole:
        cell.source = f"{cell.source.rstrip()}\n\n{PLACEHOLDER}".lstrip()


def without_code(output):
    """Return an output of a test cell; an error shows its message in the place of its traceback.

    Where the judge gave the student's part of a traceback, which ends with the message, that is
    shown.
    """
    if output.output_type == "error":
        starts = [strip_ansi(line).startswith(SUBMISSION) for line in output.traceback]
        if True in starts:
            output.traceback = output.traceback[starts.index(True) :]
        elif strip_ansi("\n".join(output.traceback)) != output.evalue:  # else it is no more
            output.traceback = [
                f"{output.ename}: {output.evalue}" if output.evalue else output.ename
            ]
    return output
