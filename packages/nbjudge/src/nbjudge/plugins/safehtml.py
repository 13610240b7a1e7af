"""What a student's notebook may show in the pages of formgrader and in the feedback.

``SafeHTML`` goes into ``HTMLExporter.preprocessors``: formgrader and `nbgrader generate_feedback`
both build their pages with that exporter. Nothing is written back to autograded/.
"""

import html
import re
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES

from ..awards import AWARDS
from ..sandbox.child import Bounds, Lost, in_child
from .mathml import show_formulas

Resources = Mapping[str, Any]
# The HTML of cells, by type and source.
Pages = Mapping[tuple[str, str], str]
NO_PAGES: Pages = {}

# What the cells of a page may take, and how many may take more before the rest is shown as text.
BOUNDS = Bounds(cpu_seconds=5, wall_seconds=60, memory_mb=500)
MOST_LOST = 3
PAGE_SECONDS = 30  # after which no further cell is begun: the rest is shown as text
# What is beyond one of these is shown as text, as what follows would take a time or a memory that
# grows with the square of it.
LONGEST_CELL = 100_000  # characters of a Markdown cell or of code
LONGEST_HTML = 5_000_000  # characters; a picture can stand in it
LONGEST_PLAIN = 20_000  # characters of what is shown as text in the place of more
DEEPEST = 100  # elements of HTML in each other
MOST_ENVIRONMENTS = 200  # of mathematics in a cell
MOST_COLOURS = 1000  # escape sequences in an output


class SafeHTML(Preprocessor):
    """Make a notebook harmless for the browser that shows it.

    Pictures, tables, mathematics and text stay. Scripts, styles, forms, frames, widgets and links
    go: formgrader acts on some plain GET requests (``/formgrader/?path=...`` loads a Python
    configuration file), so no address of a student's is fetched or can be clicked. The address of
    a link is shown as text. Element ids and classes go too, as formgrader finds its own inputs by
    them.

    What a student wrote is parsed in a child process that is bound in memory and time; a cell that
    takes more is shown as text. Filters of the exporter, whose results nbgrader's templates write
    into the page, put in what the child made of each cell. An exporter whose `bounded` is true has
    such a child for the whole page, and it may have the HTML of some cells already, in `given`.
    """

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        given: Pages = getattr(self.parent, "given", NO_PAGES)
        made = _Made(secrets.token_hex(8), given)
        self.parent.register_filter("markdown2html", made.markdown)
        self.parent.register_filter("highlight_code", made.highlight)
        self.parent.register_filter("clean_html", clean)
        self.parent.register_filter("strip_files_prefix", strip_files_prefix)
        # Which `HideHiddenTests` reads after this, and no template shows.
        nb.metadata = NotebookNode(nbjudge=nb.metadata.get("nbjudge"))
        bounded = getattr(self.parent, "bounded", False)
        shown = show_here(nb.cells, given) if bounded else show_all(nb.cells)
        nb.cells = [made.put(each) for each in shown]
        return nb, resources


@dataclass
class Shown:
    """A cell as it is shown: harmless, with its Markdown or its code as HTML.

    The `page` of code is None where it is made when the code is written.
    """

    cell: NotebookNode
    page: str | None


class _Made:
    """The pages of cells, by a mark that stands in the cell in the place of its text.

    Code keeps its text, which other preprocessors may change; HTML is put in where they did not.
    """

    def __init__(self, mark: str, given: Pages) -> None:
        self.mark = mark
        self.given = given
        self.pages: dict[str, str] = {}

    def put(self, shown: Shown) -> NotebookNode:
        """Return a cell as it goes into the template."""
        cell = shown.cell
        if shown.page is None:
            return cell
        if cell.cell_type == "code":
            self.pages[cell.source] = shown.page
        elif cell.cell_type == "markdown":
            cell.source = f"{self.mark}-{len(self.pages)}"
            self.pages[cell.source] = shown.page
        return cell

    @property
    def markdown(self) -> Any:
        """The filter ``markdown2html``: for cells, and for the comments of who grades."""

        @pass_context
        def markdown2html(context: Context, source: str) -> str:
            page = self.pages.get(source) if source.startswith(self.mark) else None
            return markdown_page(source, {}) if page is None else page

        return markdown2html

    def highlight(
        self, source: str, language: str | None = None, metadata: NotebookNode | None = None
    ) -> str:
        """The filter ``highlight_code``."""
        page = self.pages.get(source, self.given.get(("code", source)))
        return code_page(source) if page is None else page


def show_all(cells: list[NotebookNode]) -> list[Shown]:
    """Make all cells of a notebook fit to be shown, within a time."""
    shown: list[Shown] = []
    lost, end = 0, time.monotonic() + PAGE_SECONDS
    _warm_up()
    results = in_child(_show_somehow, cells, BOUNDS)
    while len(shown) < len(cells):
        cell = cells[len(shown)]
        result: Shown | Lost = Lost("stands after cells that took too much")
        if lost < MOST_LOST and time.monotonic() < end:
            result = next(results)
        if isinstance(result, Lost):
            lost += 1
            result = show_as_text(cell, result.reason)
        shown.append(result)
    results.close()
    return shown


def show_here(cells: list[NotebookNode], given: Pages = NO_PAGES) -> list[Shown]:
    """Make all cells fit to be shown, in this process, which must be bound.

    Code gets its colours when it is written into the page, after other preprocessors have taken
    from it what they hide.
    """
    return [_show_somehow(cell, given, colours=False) for cell in cells]


@cache
def _warm_up() -> None:
    """Show cells of our own once, so that no child needs to compile patterns."""
    show(new_markdown_cell("*text* `code` $x$\n\n```python\nx = 1\n```"))
    show(new_code_cell("x = 1", outputs=[new_output("display_data", {"text/html": "<b>1</b>"})]))


def _show_somehow(cell: NotebookNode, given: Pages = NO_PAGES, colours: bool = True) -> Shown:
    try:
        return show(cell, given, colours)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # one strange cell is no reason not to show the others
        return show_as_text(cell, f"cannot be shown otherwise ({type(error).__name__})")


def show(cell: NotebookNode, given: Pages = NO_PAGES, colours: bool = True) -> Shown:
    """Make a cell fit to be shown; look for its HTML in `given` first."""
    cell.metadata = safe_metadata(cell.metadata)
    if cell.cell_type == "code":
        cell.outputs = [safe_output(output) for output in cell.outputs]
        return Shown(cell, code_page(cell.source) if colours else None)
    if cell.cell_type == "markdown":
        attachments = cell.pop("attachments", {})
        page = None if attachments else given.get(("markdown", cell.source))
        return Shown(cell, markdown_page(cell.source, attachments) if page is None else page)
    cell.source = clean(cell.source)
    return Shown(cell, "")


def show_as_text(cell: NotebookNode, why: str) -> Shown:
    """Show a cell that nothing may parse: its text, and one line in the place of its outputs."""
    cell.metadata = safe_metadata(cell.metadata)
    cell.pop("attachments", None)
    page = as_text(cell.source, why)
    if cell.cell_type == "code":
        sentence = {"text/plain": f"Not shown here, as this cell {why}."}
        cell.outputs = [new_output("display_data", sentence)]
    elif cell.cell_type == "raw":
        cell.source = page
    return Shown(cell, page)


def as_text(text: str, why: str) -> str:
    """Return HTML that shows any text as it is, up to a length, under a line that says why."""
    more = " (the first part)" if len(text) > LONGEST_PLAIN else ""
    head = f"<p><em>Shown as text{more}, as it {html.escape(why)}.</em></p>"
    return f"{head}<pre>{html.escape(text[:LONGEST_PLAIN])}</pre>"


def markdown_page(source: str, attachments: Mapping[str, Any]) -> str:
    """Return the Markdown ``source`` of a cell as clean HTML."""
    if len(source) > LONGEST_CELL:
        return as_text(source, f"has more than {LONGEST_CELL} characters")
    if source.count("\\begin{") > MOST_ENVIRONMENTS:
        return as_text(source, f"begins more than {MOST_ENVIRONMENTS} environments of mathematics")
    renderer = LinklessRenderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    return show_formulas(clean(MarkdownWithMath(renderer=renderer).render(source)))


def code_page(source: str) -> str:
    """Return code as HTML with colours, as `nbconvert.filters.Highlight2HTML` makes it."""
    if len(source) > LONGEST_CELL:
        return as_text(source, f"has more than {LONGEST_CELL} characters")
    page: str = highlight(source or " ", *_colours())
    return page


@cache
def _colours() -> tuple[Any, Any]:
    """Pygments' lexer and formatter, of which nbconvert makes new ones for each cell."""
    return get_lexer_by_name("ipython3"), HtmlFormatter(cssclass="highlight hl-ipython3")


def clean(text: str) -> str:
    """Return the HTML ``text`` with nothing left in it but `TAGS` and harmless attributes."""
    text = str(text)
    if len(text) > LONGEST_HTML:
        return as_text(text, f"has more than {LONGEST_HTML} characters")
    if depth(text) > DEEPEST:
        return as_text(text, f"has more than {DEEPEST} elements in each other")
    cleaned = nh3.clean(
        text,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_safe_attribute,
        set_tag_attribute_values=FORCED,
        allowed_classes={"div": CODE_CLASSES, "span": CODE_CLASSES},
        filter_style_properties={"text-align"},
        url_schemes={"data"},
        link_rel=None,
    )
    return without_math_links(cleaned)


def strip_files_prefix(text: str) -> str:
    """Return clean HTML with "files/" taken off the addresses of pictures.

    nbconvert's own filter looks for links of Markdown too, of which there are none left, in a time
    that grows with the square of the length.
    """
    return re.sub(r'src="/?files/', 'src="', text)


def depth(text: str) -> int:
    """How many elements of HTML stand in each other, at most and about.

    Elements that end by themselves do not count. The parser opens an element that was not closed
    again in every paragraph that follows: a text of n of these and n paragraphs has n times n.
    """
    opened: Counter[str] = Counter()
    now = most = 0
    for end, name in HTML_TAG.findall(text):
        name = name.lower()
        if name in SHALLOW:
            continue
        if not end:
            opened[name] += 1
            now += 1
            most = max(most, now)
        elif opened[name]:
            opened[name] -= 1
            now -= 1
    return most


def without_math_links(text: str) -> str:
    """Return ``text`` with the address of each link in mathematics as text, as MathJax shows it."""
    return re.sub(r"\\(href|mmlToken)(?![A-Za-z])", r"\\text", text)


class LinklessRenderer(IPythonRenderer):
    """nbconvert's renderer, with the address of a link as text and no error for lost pictures."""

    def link(self, text: str, url: str, title: str | None = None) -> str:
        address = html.escape(url)
        return text if address == text or url.startswith("#") else f"{text} ({address})"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if url.startswith("attachment:"):
            if not self.attachments.get(url.removeprefix("attachment:")):
                return f"[picture {text} is missing]"
        image: str = super().image(text, url, title)
        return image


HTML_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
# Elements that have no end, or that the next of their kind ends.
SHALLOW = set(
    "area base br col embed hr img input link meta source track wbr "
    "p li td th tr dt dd option thead tbody tfoot colgroup".split()
)
TAGS = set(
    "b strong i em u s del ins sub sup small mark code pre kbd samp var tt p br hr div span center "
    "blockquote q cite abbr ul ol li dl dt dd h1 h2 h3 h4 h5 h6 details summary figure figcaption "
    "table caption colgroup col thead tbody tfoot tr th td img input".split()
)
ATTRIBUTES = {
    "img": {"src", "alt", "title", "width", "height"},
    "input": {"checked"},
    "details": {"open"},
    "ol": {"start"},
    "th": {"colspan", "rowspan", "style"},
    "td": {"colspan", "rowspan", "style"},
    "tr": {"style"},
}
# Only the check boxes of Markdown's task lists; and tables in the style of the page (Bootstrap).
FORCED = {
    "input": {"type": "checkbox", "disabled": ""},
    "table": {"class": "table table-bordered table-condensed"},
}
# The classes with which Pygments colours code. None of them means anything to formgrader.
CODE_CLASSES = {"highlight", *filter(None, STANDARD_TYPES.values())}
# A picture is in the page, or a file of the submission (no scheme, host, query or way upwards).
# In an img element an SVG runs no script and fetches nothing.
PICTURE = re.compile(
    r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*"
    r"|([\w-]([\w.-]|%20)*/)*[\w-]([\w.-]|%20)*\.(png|jpe?g|gif|webp|svg)",
    re.IGNORECASE,
)

# Kinds of output that are shown; what else a cell puts out runs in a browser or is data.
SHOWN = {
    "text/html",  # cleaned here
    "text/markdown",  # cleaned by the filter markdown2html
    "text/latex",
    "text/plain",
    "image/svg+xml",  # written into an img element by nbconvert
    "image/png",
    "image/jpeg",
}


def safe_metadata(metadata: Mapping[str, Any]) -> NotebookNode:
    """Return of a cell's metadata what nbgrader's templates need."""
    nbgrader = metadata.get("nbgrader", {})
    if not re.fullmatch(r"[\w-]+", str(nbgrader.get("grade_id", ""))):
        return NotebookNode()
    return NotebookNode(nbgrader=nbgrader)


def safe_output(output: NotebookNode) -> NotebookNode:
    """Return the output of a code cell without what could run in a browser."""
    if output.output_type == "stream":
        output.text = calm(output.text)
        return output  # text, which the templates escape
    if output.output_type == "error":
        # The templates show the traceback only, and escape it.
        if output.evalue not in strip_ansi("\n".join(output.traceback)) or not output.traceback:
            output.traceback = [*output.traceback, f"{output.ename}: {output.evalue}"]
        output.traceback = [calm(line) for line in output.traceback]
        return output
    data = {kind: text for kind, text in output.data.items() if kind in SHOWN}
    if "text/html" in data:
        data["text/html"] = clean(data["text/html"])
        if not re.sub(r"<(?!img)[^>]*>", "", data["text/html"]).strip():
            del data["text/html"]
    if "text/plain" in data:
        data["text/plain"] = calm(data["text/plain"])
    if "text/markdown" in data:
        # The template would have it parsed outside this process.
        data = {"text/html": markdown_page(data["text/markdown"], {})}
    if "text/latex" in data:
        data["text/latex"] = without_math_links(data["text/latex"])
        page = show_formulas(html.escape(data["text/latex"]))
        if "<math" in page:
            data.setdefault("text/html", page)
    if not data:
        data["text/plain"] = f"Not shown here: output of type {', '.join(output.data)}."
    if not all(isinstance(text, str) for text in data.values()):
        raise TypeError("an output that is no text")
    if AWARDS in output.data:
        data[AWARDS] = output.data[AWARDS]  # for the summary; no template shows it
    # Not `new_output`, which checks each against the whole schema; the page is checked at its end.
    counted = {"execution_count": None} if output.output_type == "execute_result" else {}
    kept = {"data": data, "metadata": picture_sizes(output.metadata)}
    return from_dict({"output_type": output.output_type, **kept, **counted})


def calm(text: str) -> str:
    """Return an output's text, without its colours if these are very many."""
    text = str(text)
    return str(strip_ansi(text)) if text.count("\x1b") > MOST_COLOURS else text


def picture_sizes(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return of an output's metadata the widths and heights of pictures."""
    return {
        kind: {
            name: metadata[kind][name]
            for name in ("width", "height")
            if isinstance(metadata[kind].get(name), int | float)
        }
        for kind in ("image/png", "image/jpeg")
        if kind in metadata
    }


def _safe_attribute(tag: str, attribute: str, value: str) -> str | None:
    if attribute == "src" and not PICTURE.fullmatch(value):
        return None
    return value
