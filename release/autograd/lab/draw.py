"""Draw graphs with Graphviz: its program `dot`, or Graphviz as WebAssembly in the page.

Entry points: `draw`, and `draw_file` for a file. In the end `draw` shows the same in both
cases: a picture that stays in the notebook.
"""

import shutil
import subprocess

from IPython.display import display

SECONDS = 10.0  # of wall time, for one run of `dot`
STYLE = {  # for anything that the DOT text leaves open
    "node": {"fontname": "Helvetica", "fontsize": "11", "height": "0.3", "margin": "0.08,0.04"},
    "edge": {"fontname": "Helvetica", "fontsize": "10", "arrowsize": "0.7"},
    "graph": {
        **{"fontname": "Helvetica", "fontsize": "11", "nodesep": "0.2", "ranksep": "0.35"},
        # A bound on the network simplex: without it one leaf used 100 times takes over a minute.
        **{"nslimit": "1", "nslimit1": "1"},
    },
}
# Red has a meaning in these notebooks. It is thicker too, for readers who see it as black.
THICK = (
    "<style>.graph :is([stroke=red], [stroke=firebrick], [stroke=crimson])"
    ":not([stroke-width], [stroke-dasharray]) { stroke-width: 2px }</style>"
)
GRAPHVIZ = (
    "Graphviz (conda install graphviz, apt install graphviz, brew install graphviz, or "
    "https://graphviz.org/download)"
)
INSTALL = f"To see it drawn, install {GRAPHVIZ} or pip install graphviz-anywidget."


class CannotDraw(Exception):
    """Reason why there is no picture: one sentence."""


class NothingDraws(CannotDraw):
    """Neither the program nor the package is installed."""


def draw(texts, compose):
    """Draw DOT texts, and display the composed pictures below the cell.

    Arguments:
        texts: a list of DOT texts.
        compose: a function that takes the list of their pictures, each as SVG text, and returns
            what to display: a dict of content by MIME type, with "text/html" among them. It may be
            called after `draw` has returned, once the page has drawn.

    Returns None. Raises CannotDraw with a sentence.
    """
    program = shutil.which("dot")
    if program or not texts:
        display(compose(run_dot(program, texts) if texts else []), raw=True)
        return
    try:
        from .in_page import draw_in_page  # needs packages that may be missing
    except ImportError:
        raise NothingDraws(f"Not drawn: the program dot is missing. {INSTALL}") from None
    draw_in_page(texts, STYLE, THICK, compose)


def draw_file(text, path):
    """Draw DOT text with the program `dot`, and write the picture to a file as SVG.

    Raises CannotDraw with a sentence, and OSError if the file cannot be written.
    """
    program = shutil.which("dot")
    if not program:
        raise NothingDraws(f"A file needs the program dot, which is missing: install {GRAPHVIZ}.")
    (svg,) = run_dot(program, [text])
    with open(path, "w", encoding="utf-8") as file:
        file.write(svg)


def run_dot(program, texts):
    """Draw DOT texts with one run of the program; return a list of SVG texts of the same length.

    Raises CannotDraw.
    """
    command = [program, "-Tsvg"]
    for kind, style in STYLE.items():
        command += [f"-{kind[0].upper()}{name}={value}" for name, value in style.items()]
    graphs = "\n".join(texts).encode()
    try:
        run = subprocess.run(command, input=graphs, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise CannotDraw(
            f"Not drawn: dot took longer than {SECONDS:g} seconds. Draw a smaller graph."
        ) from None
    # dot writes one SVG after the other. The headers between them have no place in a page.
    svgs = [part[: part.index("</svg>") + 6] for part in run.stdout.decode().split("<svg")[1:]]
    if run.returncode != 0 or len(svgs) != len(texts):
        reason = run.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise CannotDraw(f"Not drawn: dot cannot read this graph. It says: {reason}")
    return ["<svg" + svg.replace(">", ">" + THICK, 1) for svg in svgs]
