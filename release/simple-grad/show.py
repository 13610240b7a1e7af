"""What the notebooks show: `show(dot)` draws a graph, `check(condition, sentence)` fails readably.

Graphviz draws. Where its program `dot` is missing, the widget of the package `graphviz-anywidget`
draws (Graphviz as WebAssembly, in the browser); where that is missing too, the DOT text is printed.

What the program draws is a picture that any page shows, and a script that makes it scroll, zoom and
answer to the mouse where scripts may run. It needs no kernel: a notebook that is opened again still
has its pictures.
"""

import base64
import contextlib
import html
import json
import re
import shutil
import subprocess
import textwrap
import uuid

from IPython import get_ipython
from IPython.display import display

NODE_BUDGET = 250  # larger pictures cannot be read, and take long to lay out
EDGE_BUDGET = 600
SECONDS = 10.0  # of wall time, for one run of `dot`
WIDTH = 83  # of a line of a sentence, in characters: nbgrader's Validate cuts longer ones
STYLE = (  # for what the DOT text leaves open
    "-Nfontname=Helvetica -Nfontsize=11 -Nheight=0.3 -Nmargin=0.08,0.04 "
    "-Efontname=Helvetica -Efontsize=10 -Earrowsize=0.7 -Gfontname=Helvetica -Gfontsize=11 "
    "-Gnodesep=0.2 -Granksep=0.35"
).split()
WIDGET_STYLE = (  # the same for the widget, which must be legible on any ground
    "graph [bgcolor=transparent fontname=Helvetica fontsize=11 nodesep=0.2 ranksep=0.35 "
    'fontcolor="#808080"] node [style=filled fillcolor="#f2f2f2" fontname=Helvetica fontsize=11 '
    'height=0.3 margin="0.08,0.04"] edge [color="#808080" fontcolor="#808080" fontname=Helvetica '
    "fontsize=10 arrowsize=0.7]"
)
INSTALL = (
    "To see it drawn, install Graphviz (conda install graphviz, apt install graphviz, "
    "brew install graphviz, or https://graphviz.org/download) or pip install graphviz-anywidget."
)


def show(dot, order=None):
    """Draw a graph below the cell.

    A click on a node lights up all that lies behind it, along the arrows. The mouse over a node
    tells what it says, its tooltip, and its arrows. The buttons zoom; a picture that is larger than
    the page scrolls, and can be dragged. By the keyboard, Tab reaches a node, and the arrow keys
    lead along the arrows; below the picture they can be read as a list.

    Arguments:
        dot: a `graphviz.Digraph`, or DOT text as a str.
        order: a list of names of nodes, in the order in which to light them up with a slider; None
            for no slider. A name may come more than once.

    Returns None. Of a graph that is too large its first nodes are drawn, in the order of the text,
    and a printed sentence says what is left out. A graph that `dot` cannot read, or that takes
    `dot` too long, is not drawn; one printed sentence says so.

    Raises TypeError if `dot` is neither of the two.
    """
    text = dot if isinstance(dot, str) else getattr(dot, "source", None)
    if not isinstance(text, str):
        raise TypeError(f"show draws a graphviz.Digraph or DOT text, not a {type(dot).__name__}.")
    nodes, edges = size(text)
    if nodes > NODE_BUDGET or edges > EDGE_BUDGET:
        text = beginning(text)
        drawn, joined = size(text)
        print(
            f"Too large to be read as a whole. Drawn: the first {drawn} of {nodes:,} nodes, and "
            f"{joined} of {edges:,} edges, those between them. Left out: the rest."
        )
    program = shutil.which("dot")
    if program:
        draw_with_program(program, text, order)
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
        lines = str(self).splitlines()  # such as those of a program
        return [part for line in lines for part in textwrap.wrap(line, WIDTH) or [""]]

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


@contextlib.contextmanager
def naming(case):
    """Put the name of a case before the sentence of a check that fails inside of it.

    Arguments:
        case: what is being tried, as the beginning of a sentence without its colon, a str.
    """
    try:
        yield
    except CheckFailed as error:
        raise CheckFailed(f"{case}: {error}", error.picture) from None


def size(text):
    """Return (nodes, edges) of DOT text, counted by lines as the `graphviz` package writes them."""
    lines = [line.strip() for line in text.splitlines()]
    edges = sum("->" in line for line in lines)
    around = ("digraph", "strict", "subgraph", "node ", "edge ", "{", "}")
    nodes = sum("->" not in line and bool(line) and not line.startswith(around) for line in lines)
    return nodes, edges


def beginning(text):
    """Return the DOT text of the first nodes of a graph and the edges between them.

    Within NODE_BUDGET and EDGE_BUDGET, counted as `size` does.
    """
    lines, left_out, nodes, edges = [], set(), 0, 0
    for line in text.splitlines():
        words = line.strip()
        if "->" in words:
            ends = [name_of(end) for end in words.split("[")[0].split("->")]
            keep = edges < EDGE_BUDGET and not left_out.intersection(ends)
            edges += keep
        elif size(words)[0]:
            keep = nodes < NODE_BUDGET
            nodes += keep
            if not keep:
                left_out.add(name_of(words))
        else:
            keep = True
        if keep:
            lines.append(line)
    return "\n".join(lines)


def name_of(words):
    """Return the name of the node at the beginning of a part of DOT text, without its port."""
    quoted = re.match(r'\s*"((?:[^"\\]|\\.)*)"', words)
    return quoted[1] if quoted else re.split(r"[\s:;\[]", words.strip())[0]


def draw_with_program(program, text, order=None):
    """Draw DOT text with the Graphviz program at the path `program`; see `show` for `order`."""
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
    svg = svg[svg.index("<svg") :]  # the XML header has no place in the middle of a page
    # A page that cleans HTML keeps the picture, and drops the script.
    display({"text/html": page(svg, order), "image/svg+xml": svg}, raw=True)


def page(svg, order=None):
    """Return the HTML of a picture, which a script makes larger, smaller and alive."""
    name = f"graph-{uuid.uuid4().hex}"
    nodes, edges = svg.count('class="node"'), svg.count('class="edge"')
    words = html.escape(f"A graph of {nodes} nodes and {edges} edges")
    picture = base64.b64encode(svg.encode()).decode()
    # In a script "</" could end it; in JSON "<\\/" is the same text.
    steps = json.dumps([str(step) for step in order or []]).replace("</", r"<\/")
    return (
        f'<div id="{name}"><img src="data:image/svg+xml;base64,{picture}" alt="{words}" '
        f'style="max-width:100%"></div>'
        f"<script>{SCRIPT % {'name': name, 'steps': steps}}</script>"
    )


def draw_without_program(text):
    """Draw DOT text with the WebAssembly widget if it is installed, else print the text."""
    try:
        from graphviz_anywidget import GraphvizAnyWidget
    except ImportError:
        print(text.rstrip())
        print(INSTALL)
        return
    styled = re.sub(r"\{", lambda _: "{ " + WIDGET_STYLE, text, count=1)
    display(GraphvizAnyWidget(dot_source=styled, selected_direction="downstream"))


# The picture in the page is replaced by its parts, which can be coloured like the page and asked.
SCRIPT = """
(() => {
  const box = document.getElementById("%(name)s"), steps = %(steps)s;
  const image = box && box.querySelector("img");
  if (!image) return;
  const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (c) => c.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", image.alt);
  const top = svg.querySelector(".graph > title");
  if (top) top.remove();  // Graphviz's own name for what has none
  const wide = svg.viewBox.baseVal.width, high = svg.viewBox.baseVal.height;
  const frame = document.createElement("div"), bar = document.createElement("div");
  frame.style.cssText = "overflow:auto;max-height:70vh;cursor:grab";
  frame.append(document.adoptNode(svg));
  svg.style.maxWidth = "none";
  bar.style.cssText = "display:flex;gap:0.4em;align-items:center";
  image.replaceWith(bar, frame);

  // Colours of the page, in a dark theme too: black is its ink, white its ground.
  const ink = "var(--jp-content-font-color1, currentColor)";
  for (const part of svg.querySelectorAll("polygon, ellipse, path, text, polyline")) {
    const node = part.closest(".node");
    const shape = node && node.querySelector("ellipse, polygon, path");
    const fill = shape && shape.getAttribute("fill");
    if (["black", null].includes(part.getAttribute("stroke")) && part.tagName !== "text")
      part.style.stroke = ink;
    if (part.tagName === "text") {
      const filled = fill && !["none", "white", "transparent"].includes(fill);
      if (!part.getAttribute("fill")) part.style.fill = filled ? "black" : ink;
    } else if (part.getAttribute("fill") === "black") part.style.fill = ink;
    else if (part.getAttribute("fill") === "white") part.style.fill = "transparent";
    if (part.parentNode.classList.contains("graph")) part.style.stroke = "none";
  }

  // Never so small that it cannot be read: then it scrolls.
  let scale = 1;
  const zoom = (to) => {
    scale = Math.min(Math.max(to, 0.02), 8);
    svg.setAttribute("width", wide * scale * 4 / 3);
    svg.setAttribute("height", high * scale * 4 / 3);
  };
  const room = () => (frame.clientWidth || 800) / (wide * 4 / 3);
  const button = (words, label, act) => {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: words, title: label, onclick: act });
    made.setAttribute("aria-label", label);
    bar.append(made);
    return made;
  };
  button("\u2212", "smaller", () => zoom(scale / 1.3));
  button("+", "larger", () => zoom(scale * 1.3));
  button("Fit", "fit the whole picture", () => {
    const height = window.innerHeight * 0.7 / (high * 4 / 3);
    zoom(Math.min(room(), height));
  });
  zoom(Math.max(Math.min(1, room()), 0.7));
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300));
  }, { passive: false });
  let held = null;
  frame.addEventListener("pointerdown", (event) => {
    held = [event.clientX, event.clientY, frame.scrollLeft, frame.scrollTop];
  });
  frame.addEventListener("pointermove", (event) => {
    if (!held || !event.buttons) return;
    frame.scrollLeft = held[2] + held[0] - event.clientX;
    frame.scrollTop = held[3] + held[1] - event.clientY;
  });

  // What is behind a node: all that its arrows lead to.
  const nodes = new Map(), edges = [];
  for (const group of svg.querySelectorAll(".node, .edge")) {
    const title = group.querySelector("title");
    if (group.classList.contains("node")) nodes.set(title.textContent, group);
    else {
      const [from, to] = title.textContent.split("->").map((end) => end.replace(/:.*/, ""));
      edges.push({ from, to, group });
    }
  }
  const light = (names, drawn) => {
    for (const [name, group] of nodes) group.style.opacity = names.has(name) ? 1 : 0.2;
    for (const edge of edges) edge.group.style.opacity = drawn(edge) ? 1 : 0.2;
  };
  const behind = (start) => {
    const found = new Set([start]);
    for (const name of found)
      for (const edge of edges) if (edge.from === name) found.add(edge.to);
    return found;
  };
  let chosen = null;
  const spoken = new Map();
  const reach = (name) => {
    const group = nodes.get(name);
    if (!group) return;
    for (const each of nodes.values()) each.setAttribute("tabindex", "-1");
    group.setAttribute("tabindex", "0");
    group.focus();
    group.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const choose = (name) => {
    chosen = name === chosen ? null : name;
    for (const [each, group] of nodes) group.setAttribute("aria-pressed", each === chosen);
    const names = chosen === null ? new Set(nodes.keys()) : behind(chosen);
    light(names, (edge) => names.has(edge.from) && names.has(edge.to));
  };
  for (const [name, group] of nodes) {
    const words = [...group.querySelectorAll("text")].map((line) => line.textContent);
    const link = group.querySelector("a");
    const told = link && link.getAttribute("xlink:title");
    if (told && !words.includes(told)) words.push(told);
    const into = edges.filter((edge) => edge.to === name).length;
    const out = edges.filter((edge) => edge.from === name).length;
    words.push(`arrows in: ${into}, out: ${out}`);
    group.querySelector("title").textContent = words.join("\\n");
    if (link) link.removeAttribute("xlink:title");
    group.style.cursor = "pointer";
    group.addEventListener("click", () => choose(name));
    spoken.set(name, words[0] || name);
    // By the keyboard too: along the arrows, against them, and to the neighbours.
    group.setAttribute("role", "button");
    group.setAttribute("aria-label", words.join(", "));
    group.setAttribute("aria-pressed", "false");
    group.setAttribute("tabindex", spoken.size === 1 ? "0" : "-1");
    group.dataset.lmSuppressShortcuts = "true";
    group.addEventListener("keydown", (event) => {
      const names = [...nodes.keys()], place = names.indexOf(name);
      const next = {
        ArrowDown: () => edges.find((edge) => edge.from === name)?.to,
        ArrowUp: () => edges.find((edge) => edge.to === name)?.from,
        ArrowRight: () => names[place + 1],
        ArrowLeft: () => names[place - 1],
      }[event.key];
      if (next) reach(next());
      else if (["Enter", " "].includes(event.key)) choose(name);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
  const list = document.createElement("details"), head = document.createElement("summary");
  head.textContent = "The arrows as a list";
  const rows = document.createElement("ul");
  for (const edge of edges) {
    const row = document.createElement("li");
    const label = edge.group.querySelector("text");
    row.textContent = `${spoken.get(edge.from)} \u2192 ${spoken.get(edge.to)}`
      + (label ? ` (${label.textContent})` : "");
    rows.append(row);
  }
  list.append(head, rows);
  frame.after(list);

  if (steps.length) {
    const slider = document.createElement("input"), count = document.createElement("output");
    Object.assign(slider, { type: "range", min: 0, max: steps.length, value: 0 });
    slider.setAttribute("aria-label", "step");
    // JupyterLab takes arrow keys for itself unless an element says that it wants them.
    slider.dataset.lmSuppressShortcuts = "true";
    slider.style.width = "16em";
    const step = () => {
      const number = Number(slider.value), seen = new Set(steps.slice(0, number));
      if (number) light(seen, (edge) => seen.has(edge.from) && seen.has(edge.to));
      else light(new Set(nodes.keys()), () => true);
      for (const [name, group] of nodes) {
        const shape = group.querySelector("ellipse, polygon, path");
        shape.style.strokeWidth = number && steps[number - 1] === name ? 4 : "";
      }
      const group = nodes.get(steps[number - 1]);
      const words = group ? group.querySelector("text").textContent : steps[number - 1];
      count.textContent = number ? `${number} of ${steps.length}: ${words}` : "Move the slider";
      slider.setAttribute("aria-valuetext", number ? count.textContent : "no step yet");
    };
    slider.addEventListener("input", step);
    bar.append(slider, count);
    step();
  }
})();
"""
