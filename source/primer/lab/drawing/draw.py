"""Draw graphs with Graphviz: its program `dot`, or Graphviz as WebAssembly in the page.

Entry points: `draw`, and `draw_file` for a file. In the end `draw` shows the same in both
cases: a picture that stays in the notebook.
"""

import os
import re
import shutil
import subprocess
import threading
import uuid

from IPython.display import display

SECONDS = 10.0  # of wall time, for one run of `dot`
PATIENCE = 2.0  # seconds for the `dot` that stays running: most graphs take 0.02
LASTING = ("layout", "outputorder")  # attributes that `dot` keeps for the graphs that come later
idle = {}  # the `dot` that stays running, by the process that started it and the path of `dot`
STYLE = {  # for anything that the DOT text leaves open
    "node": {"fontname": "Helvetica", "fontsize": "11", "height": "0.3", "margin": "0.08,0.04"},
    "edge": {"fontname": "Helvetica", "fontsize": "10", "arrowsize": "0.7"},
    "graph": {
        **{"fontname": "Helvetica", "fontsize": "11", "nodesep": "0.2", "ranksep": "0.35"},
        # A bound on the network simplex: without it one leaf used 100 times takes over a minute.
        **{"nslimit": "1", "nslimit1": "1"},
    },
}
# Red has a meaning in these notebooks. It is thicker too, for readers who see it as black. Red and
# grey text have the contrast of 4.5 that the WCAG asks for, on JupyterLab's light and dark pages.
THICK = """<style>
.graph { --red: #c00; --grey: #6b6b6b }
[data-jp-theme-light="false"] .graph { --red: #ff6b6b; --grey: #a0a0a0 }
@media (forced-colors: active) { .graph { --red: CanvasText; --grey: CanvasText } }
.graph :is([stroke=red], [stroke=firebrick], [stroke=crimson]) { stroke: var(--red) }
.graph :is([stroke=red], [stroke=firebrick], [stroke=crimson]):not([stroke-width],
  [stroke-dasharray]) { stroke-width: 2px }
.graph :is([fill=red], [fill=firebrick], [fill=crimson]) { fill: var(--red) }
.graph text:is([fill=grey], [fill=gray]) { fill: var(--grey) }
</style>"""
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
        from .browser_renderer import draw_in_page  # needs packages that may be missing
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
    """Draw DOT texts with the program; return a list of SVG texts of the same length.

    Raises CannotDraw.
    """
    svgs = ask_dot(program, texts) or start_dot(program, texts)
    return ["<svg" + svg.replace(">", ">" + THICK, 1) for svg in svgs]


def ask_dot(program, texts):
    """Draw with a `dot` that stays running, because its start takes longer than a graph.

    Returns a list of SVG texts without "<svg". Returns None if the answer is not one picture for
    each text, in time: a text is not DOT, say. That `dot` is ended; the next call starts another.
    """
    if any(word in text for word in LASTING for text in texts):
        return None
    key = os.getpid(), program  # a fork must not read from its parent's `dot`
    # Taken out while it draws, so that no other thread, and no call after an error, finds it.
    dot = idle.pop(key, None) or subprocess.Popen(
        command(program), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    # When this process ends, its end of the pipe closes, and `dot` ends by itself.
    timer = threading.Timer(PATIENCE, dot.kill)
    timer.start()
    try:
        # An empty graph with a name of its own marks the end of the answer.
        mark = uuid.uuid4().hex
        dot.stdin.write("\n".join([*texts, f'digraph "{mark}" {{}}\n']).encode())
        dot.stdin.flush()
        output, ending = "", False
        for line in map(bytes.decode, dot.stdout):
            output += line
            ending = ending or mark in line
            if ending and "</svg>" in line:
                break
        *svgs, last = split_svgs(output) or [""]
        if len(svgs) == len(texts) and mark in last:
            idle[key] = dot
            return svgs
    except OSError:
        pass  # it has ended
    finally:
        timer.cancel()
        if idle.get(key) is not dot:
            dot.kill()
            dot.wait()


def start_dot(program, texts):
    """Draw with one run of `dot`; return a list of SVG texts without "<svg". Raises CannotDraw."""
    graphs = "\n".join(texts).encode()
    try:
        run = subprocess.run(command(program), input=graphs, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise CannotDraw(
            f"Not drawn: dot took longer than {SECONDS:g} seconds. Draw a smaller graph."
        ) from None
    svgs = split_svgs(run.stdout.decode())
    if run.returncode != 0 or len(svgs) != len(texts):
        reason = run.stderr.decode(errors="replace").strip().partition("\n")[0]
        raise CannotDraw(f"Not drawn: dot cannot read this graph. It says: {reason}")
    return svgs


def command(program):
    style = [f"-{of[0].upper()}{name}={text}" for of in STYLE for name, text in STYLE[of].items()]
    return [program, "-Tsvg", *style]


def split_svgs(output):
    # dot writes one SVG after the other. The headers between them have no place in a page.
    return re.findall(r"<svg(.*?</svg>)", output, re.DOTALL)
