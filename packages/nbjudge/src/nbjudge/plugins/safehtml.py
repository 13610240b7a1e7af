"""Sanitizing of student notebooks for the pages of formgrader and the feedback.

Put ``SafeHTML`` into ``HTMLExporter.preprocessors``. Formgrader and `nbgrader generate_feedback`
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
from ..files.child import Bounds, FailedItem, in_child
from .mathml import show_formulas

Resources = Mapping[str, Any]
# The HTML of cells, by cell type and source.
Pages = Mapping[tuple[str, str], str]
NO_PAGES: Pages = {}

# The limits of each cell, and the number of cells that may exceed them before the rest of the page
# is shown as text.
BOUNDS = Bounds(cpu_seconds=5, wall_seconds=60, memory_mb=500)
MOST_LOST = 3
PAGE_SECONDS = 30  # after this time no further cell is started; the rest is shown as text
# Content beyond one of these is shown as text, because the libraries that process it take time or
# memory that grows with its square.
LONGEST_CELL = 100_000  # characters of a Markdown cell or of code
LONGEST_HTML = 5_000_000  # characters; HTML can contain pictures
LONGEST_PLAIN = 20_000  # characters of a cell that are shown as text
DEEPEST = 100  # nested HTML elements
MOST_ENVIRONMENTS = 200  # environments of mathematics in a cell
MOST_COLORS = 1000  # escape sequences in an output


class SafeHTML(Preprocessor):
    """A preprocessor that makes a notebook harmless for the browser that shows it.

    Pictures, tables, mathematics and text are kept. Scripts, styles, forms, frames, widgets and
    links are removed. Formgrader acts on some plain GET requests (``/formgrader/?path=...`` loads a
    Python configuration file), so the browser must neither fetch nor follow an address that a
    student wrote. The address of a link is shown as text. Element ids and classes are removed as
    well, because formgrader finds its own inputs by them.

    A student's cells are parsed in a child process with limits on memory and time. A cell that
    exceeds them is shown as text. nbgrader's templates render cells with filters of the exporter;
    `SafeHTML` replaces those filters with ones that return the child's HTML. If the exporter's
    `bounded` is true, the exporter itself runs in such a child. Its `given` may have the HTML of
    some cells already.
    """

    def preprocess(self, nb: NotebookNode, resources: Resources) -> tuple[NotebookNode, Resources]:
        given: Pages = getattr(self.parent, "given", NO_PAGES)
        made = _Made(secrets.token_hex(8), given)
        self.parent.register_filter("markdown2html", made.markdown)
        self.parent.register_filter("highlight_code", made.highlight)
        self.parent.register_filter("clean_html", clean)
        self.parent.register_filter("strip_files_prefix", strip_files_prefix)
        # Keep the one entry that `HideHiddenTests` reads later. No template shows it.
        nb.metadata = NotebookNode(nbjudge=nb.metadata.get("nbjudge"))
        bounded = getattr(self.parent, "bounded", False)
        shown = show_here(nb.cells, given) if bounded else show_all(nb.cells)
        nb.cells = [made.put(each) for each in shown]
        return nb, resources


@dataclass
class RenderedCell:
    """A harmless cell, and the HTML of its Markdown or code.

    The `page` of code is None if the code is only highlighted when the template renders it.
    """

    cell: NotebookNode
    page: str | None


class _Made:
    """The HTML of cells, for the filters that the template calls.

    The text of a Markdown cell is replaced with a unique mark, by which the filter finds its HTML.
    Code keeps its text, because later preprocessors may change it. Its HTML is used only if they
    did not.
    """

    def __init__(self, mark: str, given: Pages) -> None:
        self.mark = mark
        self.given = given
        self.pages: dict[str, str] = {}

    def put(self, shown: RenderedCell) -> NotebookNode:
        """Store a cell's HTML, and return the cell for the template."""
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
        """The filter ``markdown2html``, for cells and for the comments of the person who grades."""

        @pass_context
        def markdown2html(context: Context, source: str) -> str:
            page = self.pages.get(source) if source.startswith(self.mark) else None
            return markdown_page(source, {}) if page is None else page

        return markdown2html

    def highlight(
        self, source: str, language: str | None = None, metadata: NotebookNode | None = None
    ) -> str:
        """Return code as HTML with colors; the filter ``highlight_code``."""
        page = self.pages.get(source, self.given.get(("code", source)))
        return code_page(source) if page is None else page


def show_all(cells: list[NotebookNode]) -> list[RenderedCell]:
    """Sanitize all cells of a notebook in a child process, within a time limit."""
    shown: list[RenderedCell] = []
    # Each cell that exceeds the limits takes up to BOUNDS before it is lost. With a limit on their
    # number and on the time, a notebook full of such cells cannot hold up the page.
    lost = 0
    end = time.monotonic() + PAGE_SECONDS
    _warm_up()
    results = in_child(_shown_as_json, cells, BOUNDS, as_json=True)
    while len(shown) < len(cells):
        cell = cells[len(shown)]
        result: RenderedCell | FailedItem = FailedItem(
            "comes after cells that used up the page's time or memory"
        )
        if lost < MOST_LOST and time.monotonic() < end:
            result = _read_shown(next(results))
        if isinstance(result, FailedItem):
            lost += 1
            result = show_as_text(cell, result.reason)
        shown.append(result)
    results.close()
    return shown


def _shown_as_json(cell: NotebookNode) -> list[Any]:
    shown = _show_somehow(cell)
    return [shown.cell, shown.page]


def _read_shown(sent: object) -> RenderedCell | FailedItem:
    match sent:
        case FailedItem():
            return sent
        case [dict(cell), str() | None as page]:
            return RenderedCell(from_dict(cell), page)
    return FailedItem("ended without a result")


def show_here(cells: list[NotebookNode], given: Pages = NO_PAGES) -> list[RenderedCell]:
    """Sanitize all cells of a notebook in this process, which must have limits of its own.

    Code is not highlighted yet. That happens when the template renders it, after other
    preprocessors have removed what they hide.
    """
    return [_show_somehow(cell, given, colors=False) for cell in cells]


@cache
def _warm_up() -> None:
    """Sanitize cells of our own once, so that children inherit the compiled patterns."""
    show(new_markdown_cell("*text* `code` $x$\n\n```python\nx = 1\n```"))
    show(new_code_cell("x = 1", outputs=[new_output("display_data", {"text/html": "<b>1</b>"})]))


def _show_somehow(cell: NotebookNode, given: Pages = NO_PAGES, colors: bool = True) -> RenderedCell:
    try:
        return show(cell, given, colors)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # a cell that cannot be parsed must not cost the others
        return show_as_text(cell, f"cannot be rendered ({type(error).__name__})")


def show(cell: NotebookNode, given: Pages = NO_PAGES, colors: bool = True) -> RenderedCell:
    """Sanitize a cell, taking its HTML from `given` if it is there."""
    cell.metadata = safe_metadata(cell.metadata)
    if cell.cell_type == "code":
        cell.outputs = [safe_output(output) for output in cell.outputs]
        return RenderedCell(cell, code_page(cell.source) if colors else None)
    if cell.cell_type == "markdown":
        attachments = cell.pop("attachments", {})
        page = None if attachments else given.get(("markdown", cell.source))
        return RenderedCell(cell, markdown_page(cell.source, attachments) if page is None else page)
    cell.source = clean(cell.source)
    return RenderedCell(cell, "")


def show_as_text(cell: NotebookNode, why: str) -> RenderedCell:
    """Return a cell without parsing it: its escaped text, and one line instead of its outputs."""
    cell.metadata = safe_metadata(cell.metadata)
    cell.pop("attachments", None)
    page = as_text(cell.source, why)
    if cell.cell_type == "code":
        sentence = {"text/plain": f"Not shown here, because this cell {why}."}
        cell.outputs = [new_output("display_data", sentence)]
    elif cell.cell_type == "raw":
        cell.source = page
    return RenderedCell(cell, page)


def as_text(text: str, why: str) -> str:
    """Return HTML that shows a text verbatim, up to a length, below a line that says why."""
    more = " (the first part)" if len(text) > LONGEST_PLAIN else ""
    head = f"<p><em>Shown as text{more}, because it {html.escape(why)}.</em></p>"
    return f"{head}<pre>{html.escape(text[:LONGEST_PLAIN])}</pre>"


def markdown_page(source: str, attachments: Mapping[str, Any]) -> str:
    """Return the Markdown ``source`` of a cell as clean HTML."""
    if len(source) > LONGEST_CELL:
        return as_text(source, f"has more than {LONGEST_CELL} characters")
    if source.count("\\begin{") > MOST_ENVIRONMENTS:
        return as_text(source, f"opens more than {MOST_ENVIRONMENTS} math environments")
    renderer = LinklessRenderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    return show_formulas(clean(MarkdownWithMath(renderer=renderer).render(source)))


def code_page(source: str) -> str:
    """Return code as HTML with colors, as `nbconvert.filters.Highlight2HTML` makes it."""
    if len(source) > LONGEST_CELL:
        return as_text(source, f"has more than {LONGEST_CELL} characters")
    page: str = highlight(source or " ", *_colors())
    return page


@cache
def _colors() -> tuple[Any, Any]:
    """Return Pygments' lexer and formatter. Cached: nbconvert makes new ones for each cell."""
    return get_lexer_by_name("ipython3"), HtmlFormatter(cssclass="highlight hl-ipython3")


def clean(text: str) -> str:
    """Return the HTML ``text`` with no elements but `TAGS`, and with harmless attributes only."""
    text = str(text)
    if len(text) > LONGEST_HTML:
        return as_text(text, f"has more than {LONGEST_HTML} characters")
    if depth(text) > DEEPEST:
        return as_text(text, f"nests more than {DEEPEST} elements")
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
    """Return clean HTML without the prefix "files/" in the addresses of pictures.

    nbconvert's own filter also searches for Markdown links, of which none are left. Its time grows
    with the square of the length.
    """
    return re.sub(r'src="/?files/', 'src="', text)


def depth(text: str) -> int:
    """Estimate the nesting depth of HTML. Elements in `SHALLOW` do not count.

    Depth has to be limited before parsing. The parser reopens an unclosed element in every
    following paragraph, so n unclosed elements and n paragraphs become n * n elements.
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
    """Return ``text`` with every link of mathematics as text: MathJax would make it clickable."""
    return re.sub(r"\\(href|mmlToken)(?![A-Za-z])", r"\\text", text)


class LinklessRenderer(IPythonRenderer):
    """nbconvert's renderer, with links shown as text and no error for a missing attachment."""

    def link(self, text: str, url: str, title: str | None = None) -> str:
        address = html.escape(url)
        return text if address == text or url.startswith("#") else f"{text} ({address})"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if url.startswith("attachment:"):
            if not self.attachments.get(url.removeprefix("attachment:")):
                return f"[image {text} is missing]"
        image: str = super().image(text, url, title)
        return image


HTML_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
# Elements without an end tag, and those that the next one of their kind closes.
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
# An input can only be a check box of a Markdown task list. Tables get the page's Bootstrap style.
FORCED = {
    "input": {"type": "checkbox", "disabled": ""},
    "table": {"class": "table table-bordered table-condensed"},
}
# The classes that Pygments uses for colors. Formgrader uses none of them.
CODE_CLASSES = {"highlight", *filter(None, STANDARD_TYPES.values())}
# A picture is embedded in the page, or is a file of the submission: its address has no scheme,
# host, query or "..". In an img element, an SVG neither runs scripts nor fetches anything.
PICTURE = re.compile(
    r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*"
    r"|([\w-]([\w.-]|%20)*/)*[\w-]([\w.-]|%20)*\.(png|jpe?g|gif|webp|svg)",
    re.IGNORECASE,
)

# The MIME types of outputs that are shown. All others are code for the browser, or data.
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
    """Return the part of a cell's metadata that nbgrader's templates need."""
    nbgrader = metadata.get("nbgrader", {})
    if not re.fullmatch(r"[\w-]+", str(nbgrader.get("grade_id", ""))):
        return NotebookNode()
    return NotebookNode(nbgrader=nbgrader)


def safe_output(output: NotebookNode) -> NotebookNode:
    """Return an output of a code cell without anything that could run in a browser."""
    if output.output_type == "stream":
        output.text = calm(output.text)
        return output  # the templates escape text
    if output.output_type == "error":
        # The templates show the traceback only, and escape it.
        if output.evalue not in strip_ansi("\n".join(output.traceback)) or not output.traceback:
            output.traceback = [*output.traceback, f"{output.ename}: {output.evalue}"]
        output.traceback = [calm(line) for line in output.traceback]
        return output
    data = {kind: text for kind, text in output.data.items() if kind in SHOWN}
    if "text/html" in data:
        data["text/html"] = clean(data["text/html"])
        # If nothing is left, such as of a widget, show the plain text of the output instead.
        if not re.sub(r"<(?!img)[^>]*>", "", data["text/html"]).strip():
            del data["text/html"]
    if "text/plain" in data:
        data["text/plain"] = calm(data["text/plain"])
    if "text/markdown" in data:
        # Render it here. The template's filter may run outside of the child process.
        data = {"text/html": markdown_page(data["text/markdown"], {})}
    if "text/latex" in data:
        data["text/latex"] = without_math_links(data["text/latex"])
        page = show_formulas(html.escape(data["text/latex"]))
        if "<math" in page:
            data.setdefault("text/html", page)
    if not data:
        data["text/plain"] = f"Not shown here: output of type {', '.join(output.data)}."
    if not all(isinstance(text, str) for text in data.values()):
        raise TypeError("an output that is not text")
    if AWARDS in output.data:
        data[AWARDS] = output.data[AWARDS]  # for the summary; no template shows it
    # `new_output` is not used because it validates each output against the whole schema. The
    # exporter validates the notebook as a whole.
    counted = {"execution_count": None} if output.output_type == "execute_result" else {}
    kept = {"data": data, "metadata": picture_sizes(output.metadata)}
    return from_dict({"output_type": output.output_type, **kept, **counted})


def calm(text: str) -> str:
    """Return an output's text, without colors if it has more than `MOST_COLORS`."""
    text = str(text)
    return str(strip_ansi(text)) if text.count("\x1b") > MOST_COLORS else text


def picture_sizes(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the widths and heights of pictures in an output's metadata."""
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
