"""Feedback that shows a student why points were lost, and not the hidden tests."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import strip_ansi
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.preprocessors import ClearHiddenTests
from nbgrader.utils import is_grade, is_solution
from sqlalchemy.exc import SQLAlchemyError
from traitlets import Bool
from traitlets.config import Config

from ..border.outputs import SUBMISSION
from ..course.record import one_line, read_record
from ..sandbox.child import Bounds, Lost, in_child
from .summary import PageSummary, summarize

Resources = dict[str, Any]

BOUNDS = Bounds(cpu_seconds=30, wall_seconds=300, memory_mb=1024)
LARGEST_PAGE = 50_000_000  # characters
PLACEHOLDER = "# Hidden tests ran here."
TEMPLATES = Path(__file__).parent / "templates"
NBGRADERS, OURS = "feedback", "nbjudge-feedback"  # names of templates


class FeedbackExporter(HTMLExporter):
    """Make each page of the feedback in a child process that is bound in memory and time.

    Put it into ``GenerateFeedback.exporter_class``. A notebook that takes more, or that cannot be
    converted, gets a page that says so, and the pages of all others are made.

    The page is nbgrader's, with the points and what is missing at its top. A course that has a
    template of its own (``HTMLExporter.template_name``) keeps it; the filter
    ``nb | summary(resources)`` gives it a `PageSummary`.
    """

    def __init__(self, config: Config | None = None, **keywords: Any) -> None:
        theirs = (config or Config()).HTMLExporter
        if theirs.get("template_name", NBGRADERS) == NBGRADERS:
            own = Config()
            own.FeedbackExporter.template_name = OURS
            folders = [str(TEMPLATES), *theirs.get("extra_template_basedirs", [])]
            own.FeedbackExporter.extra_template_basedirs = folders
            more = theirs.get("extra_template_paths", [])
            own.FeedbackExporter.extra_template_paths = [*folders, *more]
            own.merge(config or {})
            config = own
        super().__init__(config=config, **keywords)
        self._warm = False

    def default_filters(self) -> Iterable[tuple[str, Callable[..., Any]]]:
        """Nbconvert's filters, and `summary`."""
        yield from super().default_filters()
        yield "summary", _summary

    def from_filename(
        self, filename: str, resources: Resources | None = None, **keywords: Any
    ) -> tuple[str, Resources]:
        """Convert a notebook's file; see `nbconvert.exporters.Exporter.from_filename`."""
        if not self._warm:
            self._warm_up(resources)
        try:
            (made,) = in_child(partial(self._page, resources=resources), [filename], BOUNDS)
        except SQLAlchemyError:  # of the gradebook, which is read for the points
            raise
        except Exception as error:
            made = Lost(f"cannot be converted: {type(error).__name__}: {error}")
        if not isinstance(made, Lost):
            return made, {**(resources or {}), "output_extension": self.file_extension}
        reason = one_line(made.reason)
        self.log.warning("%s %s", one_line(filename), reason)
        notebook = nbformat.v4.new_notebook()
        sentence = f"No feedback can be shown: the notebook {reason}. Ask who grades."
        notebook.cells = [nbformat.v4.new_markdown_cell(sentence)]
        page, resources = self.from_notebook_node(notebook, resources=resources)
        return page, resources

    def _warm_up(self, resources: Resources | None) -> None:
        """Make a page of our own once, so that no child needs to compile templates and patterns."""
        self._warm = True
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [
            nbformat.v4.new_markdown_cell("*text*"),
            nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text="1")]),
        ]
        try:
            self.from_notebook_node(notebook, resources=deepcopy(resources or {}))
        except SQLAlchemyError:
            raise
        except Exception as error:  # a course's own plugin may want more of a notebook
            self.log.debug("Pages are made slowly: %s", error)

    def _page(self, filename: str, resources: Resources | None) -> str:
        resources = {**(resources or {}), "record": read_record(Path(filename).parent)}
        page: str
        page, _ = super().from_filename(filename, resources=resources)
        if len(page) > LARGEST_PAGE:
            raise ValueError(f"a page of {len(page) / 1e6:.0f} MB")
        return page


def _summary(nb: NotebookNode, resources: Resources) -> PageSummary:
    """The summary of the notebook of a page, worked out once for the page."""
    if "summary" not in resources:
        resources["summary"] = summarize(nb, resources["nbgrader"], resources.get("record"))
    summary: PageSummary = resources["summary"]
    return summary


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

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
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


def is_test(cell: NotebookNode) -> bool:
    """Return whether a cell is a test cell: a code cell with points and no answer in it."""
    return bool(cell.cell_type == "code" and is_grade(cell) and not is_solution(cell))


def hide_source(cell: NotebookNode, clear: ClearHiddenTests, resources: Resources) -> None:
    """Replace the hidden region of a test cell, if it has one, by one line of comment.

    ``clear`` is nbgrader's ``ClearHiddenTests``, which raises RuntimeError for a region that
    does not end.
    """
    whole = cell.source
    clear.preprocess_cell(cell, resources, 0)
    if cell.source != whole:
        cell.source = f"{cell.source.rstrip()}\n\n{PLACEHOLDER}".lstrip()


def without_code(output: NotebookNode) -> NotebookNode:
    """Return an output of a test cell; an error shows its message in the place of its traceback.

    Where the judge gave the student's part of a traceback, which ends with the message, that is
    shown.
    """
    if output.output_type == "error":
        starts = [strip_ansi(line).startswith(SUBMISSION) for line in output.traceback]
        if True in starts:
            output.traceback = output.traceback[starts.index(True) :]
        elif strip_ansi(" ".join(output.traceback)).split() != output.evalue.split():
            output.traceback = [
                f"{output.ename}: {output.evalue}" if output.evalue else output.ename
            ]
    return output
