"""Show a row of pictures under a slider: `replay(frames, captions)`.

The slider is an `<input type="range">` of the browser itself: the mouse moves it, and so do the
arrow keys, Home and End. A page that runs no scripts shows the last frame and its caption. The
output is not a widget: a widget needs the kernel that made it, so a notebook that is reopened, or
read as a page, would show an error instead.
"""

import base64
import html
import json
import uuid

from ..wording import expected, kind_of
from .arrows import read_picture
from .draw import CannotDraw, draw
from .interactive_svg import READ


def replay(frames, captions=None):
    """Show pictures one at a time, chosen with a slider.

    Arguments:
        frames: a list of pictures in their order. Each is SVG text, DOT text, or an object with
            its DOT text in `source`, such as a `graphviz.Digraph`. They may be mixed.
        captions: a list of str, one for each frame, or None. Plain text.

    Returns None. The first frame is shown first. If frames cannot be drawn, one printed
    sentence says why.

    Raises ValueError if there is no frame, or if there are more or fewer captions than frames, and
    TypeError if a frame is not a picture.
    """
    texts = [text_of(frame) for frame in frames]
    captions = [""] * len(texts) if captions is None else [str(caption) for caption in captions]
    if not texts:
        raise ValueError("replay needs at least one frame.")
    if len(captions) != len(texts):
        raise ValueError(
            f"There are {len(texts)} frames and {len(captions)} captions: give each frame one."
        )
    graphs = [text for text in texts if not is_svg(text)]

    def compose(svgs):
        drawn = iter(svgs)
        pictures = [address(text if is_svg(text) else next(drawn)) for text in texts]
        words, more = captions[-1], ""
        if not is_svg(texts[-1]):
            graph = read_picture(svgs[-1])
            words = f"{words}\n{graph.as_text()}".lstrip()
            more = graph.as_html("The arrows of the last picture as a list")
        return {"text/html": page(pictures, captions, more), "text/plain": words}

    try:
        draw(graphs, compose)
    except CannotDraw as reason:
        print(reason)


def text_of(frame):
    """Return the SVG or DOT text of a frame."""
    text = frame if isinstance(frame, str) else getattr(frame, "source", None)
    if not isinstance(text, str):
        raise TypeError(expected("A frame", "SVG text or DOT text", kind_of(frame)))
    return text


def is_svg(text):
    """Return whether the text is SVG, with or without the header of XML."""
    return text.lstrip().startswith(("<svg", "<?xml"))


def address(svg):
    """Return the address of a picture, which holds its SVG text."""
    if "xmlns=" not in svg:  # a picture by address is a document of its own
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def page(pictures, captions, more):
    """Return the HTML of a replay, before `more`; the script adds the slider to the picture."""
    name = f"replay-{uuid.uuid4().hex}"
    caption = html.escape(captions[-1])
    # In a script "</" could end it; in JSON "<\/" is the same text.
    data = json.dumps([pictures, captions]).replace("</", r"<\/")
    return (
        f'<figure id="{name}" style="margin:0"><figcaption>{caption}</figcaption>'
        f'<img src="{pictures[-1]}" alt="{caption}" style="background:white"></figure>{more}'
        f"<script>{SCRIPT % {'name': name, 'data': data, 'read': READ}}</script>"
    )


# JupyterLab takes arrow keys for itself unless an element asks for them. The cells below
# do not jump, because the figure stays as high as its highest frame so far.
SCRIPT = """
(() => {
  const figure = document.getElementById("%(name)s");
  const [pictures, captions] = %(data)s;
  const read = %(read)s;
  const caption = figure.querySelector("figcaption"), image = document.createElement("div");
  image.setAttribute("role", "img");
  image.style.overflow = "auto";
  figure.querySelector("img").replaceWith(image);
  figure.insertAdjacentHTML("afterbegin",
    `<div style="display:flex;flex-wrap:wrap;gap:0.8em;align-items:center">
    <button type="button" data-lm-suppress-shortcuts="true">Play</button>
    <input type="range" min="1" value="1" max="${pictures.length}" style="width:20em"
    aria-label="frame" data-lm-suppress-shortcuts="true"><output></output></div>`);
  const [button, slider, count] = figure.firstElementChild.children;
  count.setAttribute("aria-live", "off");  // the slider itself says where it is
  const into = () => figure.scrollIntoView({ block: "nearest" });
  slider.addEventListener("focus", into);
  let timer = null;
  const show = (number) => {
    slider.value = number;
    image.replaceChildren(read(pictures[number - 1]));
    caption.textContent = captions[number - 1];
    image.setAttribute("aria-label", captions[number - 1] || `picture ${number}`);
    figure.style.minHeight = `${figure.offsetHeight}px`;
    count.textContent = `${number} of ${pictures.length}`;
    slider.setAttribute("aria-valuetext", `${count.textContent}: ${captions[number - 1]}`);
  };
  const stop = () => { clearInterval(timer); timer = null; button.textContent = "Play"; };
  const step = () => {
    if (Number(slider.value) === pictures.length || !figure.isConnected) stop();
    else show(Number(slider.value) + 1);
  };
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); into(); });
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(slider.value) === pictures.length) show(1);
    button.textContent = "Stop";
    timer = setInterval(step, 1000);
  });
  show(1);
})();
"""
