"""What the notebooks show: `show(dot)` draws a graph, `check(condition, sentence)` fails readably.

Graphviz draws. Where its program `dot` is missing, the widget of the package `graphviz-anywidget`
draws (Graphviz as WebAssembly, in the browser); where that is missing too, the DOT text is printed.
"""

import contextlib
import shutil
import subprocess
import textwrap

from IPython import get_ipython
from IPython.display import display

NODE_BUDGET = 250  # larger pictures cannot be read, and take long to lay out
EDGE_BUDGET = 600
SECONDS = 10.0  # of wall time, for one run of `dot`
WIDTH = 84  # of a line of a sentence, in characters
STYLE = (  # for what the DOT text leaves open; nothing gets wider than a notebook (9 inches)
    "-Nfontname=Helvetica -Nfontsize=11 -Nheight=0.3 -Nmargin=0.08,0.04 "
    "-Efontname=Helvetica -Efontsize=10 -Earrowsize=0.7 -Gfontname=Helvetica -Gfontsize=11 "
    "-Gnodesep=0.2 -Granksep=0.35 -Gsize=9,100"
).split()
INSTALL = (
    "To see it drawn, install Graphviz (conda install graphviz, apt install graphviz, "
    "brew install graphviz, or https://graphviz.org/download) or pip install graphviz-anywidget."
)


def show(dot):
    """Draw a graph below the cell.

    Arguments:
        dot: a `graphviz.Digraph`, or DOT text as a str.

    Returns None. A graph that is too large, that `dot` cannot read, or that takes `dot` too long is
    not drawn; one printed sentence says so.

    Raises TypeError if `dot` is neither of the two.
    """
    text = dot if isinstance(dot, str) else getattr(dot, "source", None)
    if not isinstance(text, str):
        raise TypeError(f"show draws a graphviz.Digraph or DOT text, not a {type(dot).__name__}.")
    nodes, edges = size(text)
    if nodes > NODE_BUDGET or edges > EDGE_BUDGET:
        print(
            f"Not drawn: {nodes:,} nodes and {edges:,} edges are more than a picture can show "
            f"({NODE_BUDGET} nodes, {EDGE_BUDGET} edges). Draw a smaller network."
        )
        return
    program = shutil.which("dot")
    if program:
        draw_with_program(program, text)
    else:
        draw_without_program(text)


class CheckFailed(AssertionError):
    """What a failing check raises: one sentence, and below it a picture if there is one.

    A notebook shows the sentence alone, without a traceback through the code of the check. The cell
    fails as with any other error.

    Arguments:
        sentence: what is wrong, as a str; the first thing that the learner reads.
        dot: a `graphviz.Digraph` or DOT text to draw below the sentence, or None. The notebook's
            name `show` draws it; without `from show import show` in a cell there is no picture.
    """

    def __init__(self, sentence, dot=None):
        super().__init__(sentence)
        # As text at once: what a learner's function returned may change, or be gone later.
        self.picture = dot if isinstance(dot, str) else getattr(dot, "source", None)

    def _render_traceback_(self):
        """Return the lines that IPython shows for this error, and have the picture follow them."""
        shell = get_ipython()
        if shell and isinstance(self.picture, str):
            # Called when the cell is over, and so below the error. IPython may ask for the lines
            # twice; it registers one function once.
            shell.events.register("post_execute", self._draw)
        return textwrap.wrap(str(self), WIDTH)  # nbgrader's Validate cuts longer lines

    def _draw(self):
        shell = get_ipython()
        shell.events.unregister("post_execute", self._draw)
        # The notebook's own `show`, and not the one of this module: where checks run in another
        # process than the learner's code, a learner's graph is drawn in the learner's process.
        with contextlib.suppress(NameError):
            shell.ev("show")(self.picture)


def check(condition, sentence, dot=None):
    """Raise `CheckFailed(sentence, dot)` unless `condition` is true."""
    if not condition:
        raise CheckFailed(sentence, dot)


def size(text):
    """Return (nodes, edges) of DOT text, counted by lines as the `graphviz` package writes them."""
    lines = [line.strip() for line in text.splitlines()]
    edges = sum("->" in line for line in lines)
    around = ("digraph", "strict", "subgraph", "node ", "edge ", "{", "}")
    nodes = sum("->" not in line and bool(line) and not line.startswith(around) for line in lines)
    return nodes, edges


def draw_with_program(program, text):
    """Draw DOT text with the Graphviz program at the path `program`."""
    # A bound on the network simplex: without it one leaf used 100 times takes over a minute.
    command = [program, "-Tsvg", "-Gnslimit=1", "-Gnslimit1=1", *STYLE]
    try:
        run = subprocess.run(command, input=text.encode(), capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        print(f"Not drawn: dot took longer than {SECONDS:g} seconds. Draw a smaller network.")
        return
    if run.returncode != 0:
        reason = run.stderr.decode(errors="replace").strip().partition("\n")[0]
        print(f"Not drawn: dot cannot read this graph. It says: {reason}")
        return
    svg = run.stdout.decode()
    # Without the XML header, which has no place in the middle of a page.
    display({"image/svg+xml": svg[svg.index("<svg") :]}, raw=True)


def draw_without_program(text):
    """Draw DOT text with the WebAssembly widget if it is installed, else print the text."""
    try:
        from graphviz_anywidget import graphviz_widget_simple
    except ImportError:
        print(text.rstrip())
        print(INSTALL)
        return
    display(graphviz_widget_simple(text))
