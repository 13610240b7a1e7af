"""What a student's notebook may show in the pages of formgrader and in the feedback.

``SafeHTML`` goes into ``HTMLExporter.preprocessors``: formgrader and `nbgrader generate_feedback`
both build their pages with that exporter. Nothing is written back to autograded/.
"""

import html
import re

import nh3
from jinja2 import pass_context
from nbconvert.filters import strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import Preprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_output
from pygments.token import STANDARD_TYPES


class SafeHTML(Preprocessor):
    """Make a notebook harmless for the browser that shows it.

    Pictures, tables, mathematics and text stay. Scripts, styles, forms, frames, widgets and links
    go: formgrader acts on some plain GET requests (``/formgrader/?path=...`` loads a Python
    configuration file), so no address of a student's is fetched or can be clicked. The address of
    a link is shown as text. Element ids and classes go too, as formgrader finds its own inputs by
    them.

    It registers the filters ``markdown2html`` and ``clean_html`` with its exporter, as nbgrader's
    templates write what these return into the page.
    """

    def preprocess(self, nb, resources):
        self.parent.register_filter("markdown2html", markdown2html)
        self.parent.register_filter("clean_html", clean)
        nb.metadata = NotebookNode()
        return super().preprocess(nb, resources)

    def preprocess_cell(self, cell, resources, cell_index):
        cell.metadata = safe_metadata(cell.metadata)
        if cell.cell_type == "code":
            cell.outputs = [safe_output(output) for output in cell.outputs]
        return cell, resources


def clean(text):
    """Return the HTML ``text`` with nothing left in it but `TAGS` and harmless attributes."""
    cleaned = nh3.clean(
        str(text),
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


def without_math_links(text):
    """Return ``text`` with the address of each link in mathematics as text, as MathJax shows it."""
    return re.sub(r"\\(href|mmlToken)(?![A-Za-z])", r"\\text", text)


@pass_context
def markdown2html(context, source):
    """Return the Markdown ``source`` of the cell that the template is at as clean HTML."""
    attachments = context.get("cell", {}).get("attachments", {})
    renderer = LinklessRenderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    return clean(MarkdownWithMath(renderer=renderer).render(source))


class LinklessRenderer(IPythonRenderer):
    """nbconvert's renderer, with the address of a link as text and no error for lost pictures."""

    def link(self, text, url, title=None):
        address = html.escape(url)
        return text if address == text or url.startswith("#") else f"{text} ({address})"

    def image(self, text, url, title=None):
        if url.startswith("attachment:"):
            if not self.attachments.get(url.removeprefix("attachment:")):
                return f"[picture {text} is missing]"
        return super().image(text, url, title)


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


def safe_metadata(metadata):
    """Return of a cell's metadata what nbgrader's templates need."""
    nbgrader = metadata.get("nbgrader", {})
    if not re.fullmatch(r"[\w-]+", str(nbgrader.get("grade_id", ""))):
        return NotebookNode()
    return NotebookNode(nbgrader=nbgrader)


def safe_output(output):
    """Return the output of a code cell without what could run in a browser."""
    if output.output_type == "stream":
        return output  # text, which the templates escape
    if output.output_type == "error":
        # The templates show the traceback only, and escape it.
        if output.evalue not in strip_ansi("\n".join(output.traceback)) or not output.traceback:
            output.traceback = [*output.traceback, f"{output.ename}: {output.evalue}"]
        return output
    data = {kind: text for kind, text in output.data.items() if kind in SHOWN}
    if "text/html" in data:
        data["text/html"] = clean(data["text/html"])
        if not re.sub(r"<(?!img)[^>]*>", "", data["text/html"]).strip():
            del data["text/html"]
    if "text/latex" in data:
        data["text/latex"] = without_math_links(data["text/latex"])
    if not data:
        data["text/plain"] = f"Not shown here: output of type {', '.join(output.data)}."
    return new_output(output.output_type, data, metadata=picture_sizes(output.metadata))


def picture_sizes(metadata):
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


def _safe_attribute(tag, attribute, value):
    if attribute == "src" and not PICTURE.fullmatch(value):
        return None
    return value
