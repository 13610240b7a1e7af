"""Feedback pages that show students why they lost points, without showing hidden tests."""

import html
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import HTMLExporter
from nbconvert.filters import strip_ansi
from nbconvert.filters.widgetsdatatypefilter import WidgetsDataTypeFilter
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import ClearHiddenTests
from sqlalchemy.exc import SQLAlchemyError
from traitlets import Bool
from traitlets.config import Config

from ..course.failed_cells import CANNOT_JUDGE, UNDECIDED, whole_error
from ..course.visible import RestrictedCells, hide_outputs, visible_grades
from ..files.child import Bounds, FailedItem, in_child
from ..files.text import one_line
from ..gradebook.record import OWN_ENTRIES, read_record
from ..gradebook.scores import NotebookGrades, read_grades
from ..gradebook.source_notebooks import is_test
from ..result.around_cells import headings_by_id
from .cell_cache import GivenCellCache
from .grades import expects_attempts, grades_of, points_of_pages
from .page_worker import Ahead, Page, Resources, page_text
from .safehtml import NO_PAGES, Pages, SafeHTML
from .summary import PageSummary, summarize

BOUNDS = Bounds(cpu_seconds=30, wall_seconds=300, memory_mb=1024)
LARGEST_PAGE = 50_000_000  # characters
PLACEHOLDER = "# Hidden tests ran here."
TEMPLATES = Path(__file__).parent / "templates"
# An img tag; an attribute value in quotation marks; the attribute that describes the picture.
IMAGE = re.compile(r"""<img(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'>])*)>""")
QUOTED = re.compile(r"""=\s*(?:"[^"]*"|'[^']*')""")
ALT = re.compile(r"\salt(?=[\s=/]|$)")
# Names of templates.
NBGRADERS = "feedback"
OURS = "nbjudge-feedback"


class FeedbackExporter(HTMLExporter):
    """Generate feedback pages in child processes with limits on memory and time.

    Set this class as ``GenerateFeedback.exporter_class``. A notebook that exceeds the limits, or
    cannot be converted, gets a page that says so. The pages of all other notebooks are generated.

    The page is nbgrader's, with a summary of the points at the top. A course's own template
    (``HTMLExporter.template_name``) takes precedence. In it, the filter
    ``nb | summary(resources)`` returns a `PageSummary`.
    """

    def __init__(self, config: Config | None = None, **keywords: Any) -> None:
        course_settings = (config or Config()).HTMLExporter
        if course_settings.get("template_name", NBGRADERS) == NBGRADERS:
            # These defaults must not override the course. Its own FeedbackExporter section is
            # merged over them. Its HTMLExporter section is weaker than ours, because traitlets
            # prefers the subclass, so its folders are appended.
            defaults = Config()
            defaults.FeedbackExporter.template_name = OURS
            folders = [str(TEMPLATES), *course_settings.get("extra_template_basedirs", [])]
            defaults.FeedbackExporter.extra_template_basedirs = folders
            paths = course_settings.get("extra_template_paths", [])
            defaults.FeedbackExporter.extra_template_paths = [*folders, *paths]
            defaults.merge(config or {})
            config = defaults
        super().__init__(config=config, **keywords)
        self.bounded = False  # read by SafeHTML, like `given`
        self.given: Pages = NO_PAGES
        self._given: GivenCellCache | None = None
        self._warm = False
        self._grades: dict[str, NotebookGrades] = {}
        # The submission's record and the points of all its pages, for the template.
        self._submission: Resources = {}
        self._ahead: Ahead | None = None
        # The notebooks without a page, by file, with the reason.
        self.lost: dict[str, FailedItem] = {}

    def default_filters(self) -> Iterable[tuple[str, Callable[..., Any]]]:
        """Yield nbconvert's filters, and `summary`."""
        yield from super().default_filters()
        yield "summary", _summary

    def from_filename(
        self, filename: str, resources: Resources | None = None, **keywords: Any
    ) -> tuple[str, Resources]:
        """Convert a notebook's file; see `nbconvert.exporters.Exporter.from_filename`.

        The first page of a submission starts one child process for the pages of all its notebooks.
        That is the fast way, but the child cleans a page as a whole, so one bad cell loses the
        page. A lost page is then tried again in a child of its own, where each cell has a further
        child, and only the cells that exceed the limits are lost.
        """
        item = (filename, resources or {})
        if self._ahead is None or self._ahead.left[:1] != [item]:
            self._ahead = self._begin(item)
        made = self._ahead.take()
        if isinstance(made, FailedItem):
            made = self._second_try(item)
        self.lost.pop(filename, None)
        if isinstance(made, FailedItem):
            self.lost[filename] = made
            reason = one_line(made.reason)
            self.log.warning("%s %s", one_line(filename), reason)
            made = _page_of_last_resort(Path(filename).stem, reason)
        return made, {**item[1], "output_extension": self.file_extension}

    def from_notebook_node(
        self, nb: NotebookNode, resources: Resources | None = None, **keywords: Any
    ) -> tuple[str, Resources]:
        """Convert a notebook; see `nbconvert.exporters.HTMLExporter.from_notebook_node`.

        nbconvert's method parses the whole page again, to add the alt text of pictures that have
        none and to close open elements. `SafeHTML` has closed them already, so with its cells in
        our template the page only needs the alt texts.
        """
        resources = resources or {}
        grades: NotebookGrades | None = resources.get("grades")
        if grades:
            name = resources["nbgrader"]["notebook"]
            restricted = RestrictedCells.of_page(resources["record"], name, nb)
            grades = visible_grades(grades, restricted, attempts=self._attempts(resources))
            resources["grades"] = grades
            hide_outputs(nb, grades)
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                if output.get("ename") == UNDECIDED:
                    output.evalue = CANNOT_JUDGE
                    output.traceback = [CANNOT_JUDGE]
        # Before `SafeHTML` replaces the texts of Markdown cells.
        resources["headings"] = headings_by_id(nb.cells)
        # Validate the notebook once, not after each preprocessor.
        self.optimistic_validation = bool(self._preprocessors)
        cleaned = any(isinstance(preprocessor, SafeHTML) for preprocessor in self._preprocessors)
        page: str
        if self.template_name != OURS or not cleaned:
            page, resources = super().from_notebook_node(nb, resources, **keywords)
            return page, resources
        resources = self._init_resources(resources)
        widgets = WidgetsDataTypeFilter(
            notebook_metadata=self._nb_metadata, parent=self, resources=resources
        )
        self.register_filter("filter_data_type", widgets)
        page, resources = super(HTMLExporter, self).from_notebook_node(nb, resources, **keywords)
        return IMAGE.sub(_described, page), resources

    def _begin(self, item: Page) -> Ahead:
        """Start the child process for a submission's pages, beginning with `item`."""
        if self._ahead is not None:
            self._ahead.close()
        filename, resources = item
        items = [item]
        about = resources["nbgrader"]
        # Read for each submission, because a person may have given points a moment ago.
        self._grades = read_grades(about["db_url"], about["assignment"], about["student"])
        converter = self.parent
        if isinstance(converter, BaseConverter) and filename in converter.notebooks:
            rest = converter.notebooks[converter.notebooks.index(filename) + 1 :]
            items += [(name, converter.init_single_notebook_resources(name)) for name in rest]
            if self._given is None:
                self._given = GivenCellCache(converter.coursedir, self._test_cells, self.log)
            self.given = self._given.pages(about["assignment"])
        folder = Path(filename).parent
        record = read_record(folder)
        attempts = self._attempts(resources)
        siblings = points_of_pages(folder, self._grades, record, attempts=attempts)
        self._submission = {"record": record, "siblings": siblings}
        if not self._warm:
            self._warm_up(resources)
        return Ahead(self._first_try, items)

    def _test_cells(self, notebook: NotebookNode) -> list[NotebookNode]:
        """Return the test cells of an instructor's notebook as the feedback shows them."""
        for preprocessor in self._preprocessors:
            if isinstance(preprocessor, HideHiddenTests):
                notebook, _ = preprocessor(notebook, {})
        return [cell for cell in notebook.cells if is_test(cell)]

    def _warm_up(self, resources: Resources) -> None:
        """Convert a notebook of our own once, so that children inherit compiled templates."""
        self._warm = True
        notebook = nbformat.v4.new_notebook()
        notebook.cells = [
            nbformat.v4.new_markdown_cell("*text* $x$"),
            nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text="1")]),
        ]
        try:
            self.from_notebook_node(
                notebook, {**deepcopy(resources), **self._for_template(resources)}
            )
        except SQLAlchemyError:
            raise
        except Exception as error:  # a course's own plugin may not accept this small notebook
            self.log.debug("Pages will be generated more slowly, because a trial failed: %s", error)

    def _first_try(self, item: Page) -> str | FailedItem:
        """Return a page, cleaning all cells in this child process; `FailedItem` to try again."""
        self.bounded = True
        try:
            return self._page(item)
        except (MemoryError, RecursionError):
            raise
        except Exception as error:
            return FailedItem(type(error).__name__)

    def _second_try(self, item: Page) -> str | FailedItem:
        """Return a page made in a child of its own, in which `SafeHTML` isolates each cell."""
        try:
            (made,) = in_child(self._page_or_gradebook, [item], BOUNDS, as_json=True)
        except Exception as error:
            return FailedItem(f"cannot be converted: {error}")
        match made:
            case {"gradebook": str(why)}:
                raise SQLAlchemyError(why)
        return page_text(made)

    def _page_or_gradebook(self, item: Page) -> str | dict[str, str]:
        try:
            return self._page(item)
        except SQLAlchemyError as error:  # a course's own plugin may read the gradebook
            return {"gradebook": str(error)}

    def _page(self, item: Page) -> str:
        filename, resources = item
        for_template = self._for_template(resources)
        page: str
        page, _ = super().from_filename(filename, resources={**resources, **for_template})
        if len(page) > LARGEST_PAGE:
            raise ValueError(f"the page is too large ({len(page) / 1e6:.0f} MB)")
        return page

    def _attempts(self, resources: Resources) -> bool:
        """Return whether the student of a page can submit again and again."""
        ids = resources["nbgrader"]
        return expects_attempts(self.parent, ids["student"], ids["assignment"])

    def _for_template(self, resources: Resources) -> Resources:
        """Return what the template and `JudgeGetGrades` need besides nbgrader's resources."""
        grades = self._grades.get(resources["nbgrader"]["notebook"])
        return {"grades": grades, **self._submission}


def _described(tag: re.Match[str]) -> str:
    """Return an img tag, with nbconvert's alt text if it has none."""
    if ALT.search(QUOTED.sub("", tag[1])):
        return tag[0]
    return f'<img alt="No description has been provided for this image"{tag[1]}>'


def _page_of_last_resort(name: str, reason: str) -> str:
    """Return a page that says why there is none, without the templates that may have failed."""
    name = html.escape(name)
    reason = html.escape(reason)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8" /><title>{name}</title>'
        f"</head>\n<body><h1>{name}</h1>\n<p>No feedback can be shown: the notebook {reason}. "
        "Ask your instructor.</p></body>\n</html>\n"
    )


def _summary(nb: NotebookNode, resources: Resources) -> PageSummary:
    """Return the summary of a page's notebook. It is computed once per page."""
    if "summary" not in resources:
        name = resources["nbgrader"]["notebook"]
        resources["summary"] = summarize(
            nb, name, grades_of(resources), resources["record"], resources["headings"]
        )
    summary: PageSummary = resources["summary"]
    return summary


class HideHiddenTests(Preprocessor):
    """A preprocessor that removes hidden tests from the feedback.

    Put it into ``GenerateFeedback.preprocessors``. Hidden tests are the regions that nbgrader's
    ``ClearHiddenTests`` clears, with its delimiters as configured. If a notebook has any, every
    test cell is changed, because a test cell can call a helper from a hidden region of another:

    - hidden regions are removed, and the rest of the source is kept;
    - an error keeps its message, and the traceback through the student's own code if the judge
      recorded one, but no lines of test cells;
    - printed text is removed, because a student's function can print the arguments that a hidden
      test passes to it;
    - pictures and values are kept, such as the table of ``Awards``.
    """

    enabled = Bool(True, help="Whether to hide hidden tests in the feedback.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        clear = ClearHiddenTests(config=Config(ClearHiddenTests=self.config.ClearHiddenTests))
        tests = [cell for cell in nb.cells if is_test(cell)]
        metadata = nb.metadata.get("nbjudge")
        entries = metadata.get(OWN_ENTRIES) if isinstance(metadata, dict) else None
        own_entries = entries if isinstance(entries, dict) else {}
        if any(clear.begin_test_delimeter in cell.source for cell in tests):
            for cell in tests:
                hide_source(cell, clear, resources)
                own_entry = own_entries.get(cell.metadata.nbgrader.grade_id)
                cell.outputs = [
                    without_code(output, own_entry)
                    for output in cell.outputs
                    if output.output_type != "stream"
                ]
        return nb, resources


def hide_source(cell: NotebookNode, clear: ClearHiddenTests, resources: Resources) -> None:
    """Replace the hidden region of a test cell, if it has one, with a comment of one line.

    ``clear`` is nbgrader's ``ClearHiddenTests``. It raises RuntimeError for a region without an
    end.
    """
    whole = cell.source
    clear.preprocess_cell(cell, resources, 0)
    if cell.source != whole:
        cell.source = f"{cell.source.rstrip()}\n\n{PLACEHOLDER}".lstrip()


def without_code(output: NotebookNode, own_entry: object = None) -> NotebookNode:
    """Return an output of a test cell without the lines of test code in an error's traceback.

    If ``own_entry`` is the index of the submission's own entry in the traceback, as recorded by the
    judge, that entry is shown; it ends with the message. Otherwise only the message is shown.
    """
    if output.output_type == "error":
        if type(own_entry) is int and 0 <= own_entry < len(output.traceback):
            output.traceback = [output.traceback[own_entry]]
        elif strip_ansi(" ".join(output.traceback)).split() != output.evalue.split():
            output.traceback = [whole_error(output)]
    return output
