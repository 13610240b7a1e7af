"""Output of the notebooks: `show(dot)` draws a graph, `check(condition, sentence)` fails readably.

`save(dot, name)` writes the picture of a graph to a file. `if_written(name)` guards cells that need
an answer. `graded_or_validated()` is for those that do less while nbgrader runs them.

Graphviz does the drawing: its program `dot` or, if that is missing, the widget of the package
`graphviz-anywidget` (Graphviz as WebAssembly, in the browser). If both are missing, the DOT
text is printed.

The output is a picture that any page shows, and a script that makes it scroll, zoom and respond
to mouse and keyboard if scripts may run. It needs no kernel: a reopened notebook still has its
pictures.
"""

import base64
import builtins
import contextlib
import html
import json
import os
import textwrap
import uuid

from IPython import get_ipython

from .drawing.arrows import read_picture
from .drawing.dot_text import EDGE_BUDGET, NODE_BUDGET, beginning, size
from .drawing.draw import CannotDraw, NothingDraws, draw, draw_file
from .drawing.interactive_svg import ALIVE, INLINE, READ
from .wording import expected, kind_of

WIDTH = 83  # characters in a line of a sentence: nbgrader's Validate cuts longer lines
NOT_WRITTEN = "This part is not written"  # how the error of an answer that is not written begins


def show(dot, order=None, whole=False):
    """Draw a graph below the cell.

    A click on a node highlights everything behind it, along the arrows. Hovering over a node shows
    its label, its tooltip, and its arrows. The buttons zoom; a picture that is larger than the
    page scrolls, and can be dragged. On the keyboard, Tab reaches a node, and the arrow keys
    follow the arrows. Below the picture is a list of the arrows, also where no script may run.

    Arguments:
        dot: a `graphviz.Digraph`, or DOT text as a str.
        order: a list of names of nodes, in the order in which a slider highlights and numbers
            them; None for no slider. A name may occur more than once.
        whole: whether a picture that is larger than the page starts as small as it must be to fit.

    Returns None. If a graph is too large, its first nodes are drawn, in the order of the text,
    and a printed sentence says how much is left out. A graph that `dot` cannot read, or that takes
    `dot` too long, is not drawn; one printed sentence says so.

    Raises TypeError if `dot` is neither of the two.
    """
    text = dot if isinstance(dot, str) else getattr(dot, "source", None)
    if not isinstance(text, str):
        raise TypeError(expected("show", "a graphviz.Digraph or DOT text", kind_of(dot)))
    nodes, edges = size(text)
    if nodes > NODE_BUDGET or edges > EDGE_BUDGET:
        text = beginning(text)
        drawn, joined = size(text)
        print(
            f"Too large to be read as a whole. Drawn: the first {drawn} of {nodes:,} nodes, and "
            f"{joined} of {edges:,} edges, those between them. Left out: the rest."
        )
    try:
        draw([text], lambda svgs: compose(svgs[0], order, whole))
    except NothingDraws as reason:
        print(text.rstrip())
        print(reason)
    except CannotDraw as reason:
        print(reason)


def save(dot, name):
    """Write the picture of a graph to a file in the folder of the notebook.

    Arguments:
        dot: a `graphviz.Digraph`, or DOT text as a str.
        name: the name of the file, which ends with ".svg"; a file of that name is replaced.

    Returns None, and prints one sentence: that the picture is saved, or why it is not. This needs
    Graphviz's program `dot`, and draws the whole graph, however large.
    """
    try:
        draw_file(dot if isinstance(dot, str) else dot.source, name)
    except (CannotDraw, OSError) as reason:
        print(f"{name} is not saved. {reason}")
    else:
        print(f"The picture is saved as {name}, next to the notebook.")


def compose(svg, order=None, whole=False):
    """Return the display data of a picture, with a script that zooms it and makes it interactive.

    Arguments:
        svg: SVG text.
        order, whole: as in `show`.

    Returns a dict of content by MIME type. A page that cleans HTML keeps the picture and the list
    of its arrows, and drops the script.
    """
    graph = read_picture(svg)
    data = [[str(step) for step in order or []], graph.as_data(), whole]
    page = page_of(svg, graph.sentence(), graph.as_html("The arrows as a list"), ALIVE, *data)
    return {"text/html": page, "image/svg+xml": svg, "text/plain": graph.as_text()}


def page_of(svg, words, more="", script=INLINE, *data):
    """Return the HTML of a picture, with a script that puts it into the page itself.

    Arguments:
        svg: SVG text.
        words: what the picture shows, as text for those who cannot see it.
        more: HTML that follows the picture.
        script: a function in JavaScript of the element that holds the picture, its SVG, and `data`.
    """
    name = f"graph-{uuid.uuid4().hex}"
    picture = base64.b64encode(svg.encode()).decode()
    # In a script "</" could end it; in JSON "<\\/" is the same text.
    values = "".join(f", {json.dumps(each)}" for each in data).replace("</", r"<\/")
    return (
        f'<div id="{name}"><img src="data:image/svg+xml;base64,{picture}" '
        f'alt="{html.escape(words)}" style="max-width:100%;background:white"></div>{more}'
        f'<script>{START}("{name}", {script}{values});</script>'
    )


START = f"""\
((name, act, ...data) => {{
  const box = document.getElementById(name), image = box && box.querySelector("img");
  if (!image) return;
  const svg = ({READ})(image.src);
  svg.setAttribute("aria-label", image.alt);
  act(box, svg, ...data);
}})"""


class CheckFailed(AssertionError):
    """A failed check: one sentence, with an optional picture below it.

    A notebook shows only the sentence, without a traceback through the code of the check. The cell
    fails as with any other error.

    Arguments:
        sentence: a description of the mistake, as a str; the first thing the learner reads.
        dot: a `graphviz.Digraph` or DOT text to draw below the sentence, or None. The notebook's
            name `show` draws it; without `from lab.show import show` in a cell there is none.
        right: the DOT text of the right graph to draw after it, or None. With it, both pictures
            have a title.
    """

    def __init__(self, sentence, dot=None, right=None):
        super().__init__(sentence)
        # Keep the text now: the learner's object may change, or be gone later.
        self.picture = dot if isinstance(dot, str) else getattr(dot, "source", None)
        self.right = right

    def _render_traceback_(self):
        """Return the lines that IPython shows for this error, and draw the picture after them."""
        shell = get_ipython()
        if shell and isinstance(self.picture, str):
            # Called at the end of the cell, so below the error. IPython may ask for the lines
            # twice, but it registers a function only once.
            shell.events.register("post_execute", self._draw)
        lines = str(self).splitlines()  # such as those of a program
        return [part for line in lines for part in textwrap.wrap(line, WIDTH) or [""]]

    def _draw(self):
        shell = get_ipython()
        shell.events.unregister("post_execute", self._draw)
        # The notebook's own `show`, not the one of this module: if checks and the learner's code
        # run in different processes, the learner's graph is drawn in the learner's process.
        with contextlib.suppress(NameError):
            if not self.right:
                shell.ev("show")(self.picture)
                return
            for dot in with_titles(self.picture, self.right):
                shell.ev("show")(dot)


def with_titles(mine, right):
    """Return a learner's drawing and the right graph with titles; both are DOT text."""
    titles = {"Your drawing": mine, "The right graph": right}
    return [dot.replace("{", f'{{ label="{title}" labelloc=t', 1) for title, dot in titles.items()]


def check(condition, sentence, dot=None):
    """Raise `CheckFailed(sentence, dot)` unless `condition` is true."""
    if not condition:
        raise CheckFailed(sentence, dot)


class naming:
    """Add the name of a case to whatever goes wrong inside the `with` block.

    The sentence of a check that fails begins with it, unless it does so anyway. An error of Python,
    such as an IndexError of the answer, gets it in parentheses and keeps its type and its
    traceback. `NotImplementedError` of an answer that is not written yet is left as it is.

    Arguments:
        case: the name of the case, a str without its colon, as the beginning of a sentence.
    """

    def __init__(self, case):
        self.case = case

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        __tracebackhide__ = True  # IPython leaves this frame out of the traceback of an error
        if isinstance(error, CheckFailed):
            if not str(error).startswith(f"{self.case}: "):
                raise CheckFailed(f"{self.case}: {error}", error.picture, error.right) from None
        elif isinstance(error, Exception) and not str(error).startswith(NOT_WRITTEN):
            # By their names: in a grader, a class may stand for the one of another process. Errors
            # of a grader's own are a plain Exception and mean something else.
            kinds = [getattr(builtins, base.__name__, None) for base in kind.__mro__]
            kind = next(filter(None, kinds))
            if kind is not Exception and not issubclass(kind, UnicodeError | ExceptionGroup):
                first, *more = str(error).splitlines() or [""]
                words = "\n".join([f"{first} ({self.case})".lstrip(), *more])
                raise kind(words).with_traceback(traceback.tb_next) from None


def graded_or_validated():
    """Return whether the notebook is run by nbgrader, to grade it or to validate it."""
    return os.environ.get("NBGRADER_EXECUTION") in ("autograde", "validate")


@contextlib.contextmanager
def if_written(name):
    """Run the block; if it needs an answer that is not written yet, print one sentence.

    PyTorch raises NotImplementedError too, for example for a Function without `backward` or a
    module without `forward`. Such an error is shown as usual.

    Arguments:
        name: the name of the answer, as a str.
    """
    try:
        yield
    except NotImplementedError as error:
        if not str(error).startswith(NOT_WRITTEN):
            raise
        print(f"{name} is not written yet.")
