"""Draw graphs in the page, with Graphviz as WebAssembly: the package `graphviz-anywidget`.

The page sends the pictures to the kernel, which replaces the widget with the composed output. So
they are the same as those of the program `dot`, and stay in the notebook.
"""

import json
import re

from graphviz_anywidget import GraphvizAnyWidget
from IPython.display import display


def draw_in_page(texts, style, sheet, compose):
    """Make the page draw DOT texts, and display the composed pictures.

    Arguments:
        texts: a list of DOT texts.
        style: {"node", "edge" or "graph": {attribute: value}}, for anything the texts leave open.
        sheet: an element `<style>` that is put into every picture, as text.
        compose: as in `draw.draw`.
    """
    default = ""
    for kind, attributes in style.items():
        words = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        default += f"{kind} [{words}] "
    styled = [re.sub(r"\{", lambda _: "{ " + default, text, count=1) for text in texts]
    widget = Drawing(dot_source=json.dumps(styled))
    place = display(widget, display_id=True)

    def put(_, content, buffers):
        svgs = content.get("svgs") if isinstance(content, dict) else None
        if not isinstance(svgs, list) or len(svgs) != len(texts):
            return
        if not all(isinstance(svg, str) and svg.startswith("<svg") for svg in svgs):
            return
        shown = compose([svg.replace(">", ">" + sheet, 1) for svg in svgs])
        place.update(shown, raw=True)
        # For a page that does not take it: there the widget itself shows it.
        widget.send({"html": shown["text/html"]})

    widget.on_msg(put)


# The widget draws one graph into an element. It takes the names out of the picture, and keeps them
# in `data-name`, as SVG text.
SCRIPT = r"""
const url = URL.createObjectURL(new Blob([THEIRS], { type: "text/javascript" }));
const { default: theirs } = await import(url);
URL.revokeObjectURL(url);

const clean = (svg) => {
  for (const group of svg.querySelectorAll(".node, .edge")) {
    const name = document.createElement("textarea"), title = group.querySelector("title")
      || document.createElementNS(svg.namespaceURI, "title");
    name.innerHTML = group.dataset.name;
    title.textContent = name.value;
    group.prepend(title);
  }
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(svg);
};

const render = async ({ model, el }) => {
  const says = document.createElement("p"), hidden = document.createElement("div");
  says.textContent = "Drawing\u2026";
  hidden.style.cssText = "visibility:hidden;height:0;overflow:hidden";
  el.append(says, hidden);
  const late = setTimeout(() => {
    says.textContent = "Not drawn: Graphviz cannot read this graph, or it takes long.";
  }, 15000);
  model.on("msg:custom", ({ html }) => {
    if (!el.isConnected) return;
    el.innerHTML = html;
    for (const inert of el.querySelectorAll("script")) {
      const script = document.createElement("script");
      script.textContent = inert.textContent;
      inert.replaceWith(script);
    }
  });
  const svgs = [];
  for (const text of JSON.parse(model.get("dot_source"))) {
    const drawn = document.createElement("div");
    hidden.append(drawn);
    const asked = { get: (name) => (name === "dot_source" ? text : undefined), on() {} };
    await theirs.render({ model: asked, el: drawn });
    svgs.push(clean(drawn.querySelector("svg")));
  }
  clearTimeout(late);
  model.send({ svgs });
};
export default { render };
"""


class Drawing(GraphvizAnyWidget):
    """A widget that makes the page draw, and sends the pictures."""

    _esm = f"const THEIRS = {json.dumps(str(GraphvizAnyWidget._esm))};\n{SCRIPT}"
