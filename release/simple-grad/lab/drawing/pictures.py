"""Pictures of tapes, and of what was learned: DOT text for `show`, SVG text for `replay`.

Entry points: `draw_tape`, `step_frames`, `backward_frames`, `boundary`, `curves`, `listing`; the
pictures `CARDS`, `MODES` and `BOX`.
"""

import inspect
import itertools
import math
import random
import re
import textwrap

import torch
from IPython.display import Code

from ..simple_grad import reset_tape, tape

RED = "firebrick"
BACKWARD = f"color={RED} penwidth=2"  # what backward makes: also thick, as not everybody sees red
CALLED = f"fillcolor=mistyrose {BACKWARD}"
READ = "color=royalblue style=dashed"  # an arrow along which backward reads what forward made
SVG = (
    '<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    'xmlns="http://www.w3.org/2000/svg">'
)


def draw_tape(forward=None):
    """Return DOT text of the tape: a box for each entry, an ellipse for each Variable.

    forward: how many entries are the program's own; all later ones, and what they made, are red and
        thick, and so is each Variable that only they read, as a seed. Blue and dashed are the
        arrows along which they read a Variable of the program. None: all are its own.
    """
    forward = len(tape) if forward is None else forward
    before = {name for entry in tape[:forward] for name in [*entry.inputs, *entry.outputs]}
    text = ["digraph {", "rankdir=LR", "node [style=filled fillcolor=white]"]
    for number, entry in enumerate(tape):
        late = number >= forward
        color = CALLED if late else ""
        text.append(f'"entry {number}" [label="{entry.operator}" shape=box {color}]')
        for name in entry.inputs:
            arrow = READ if late and name in before else BACKWARD if late else ""
            text.append(f'"{name}" -> "entry {number}" [{arrow}]')
        arrow = f"[{BACKWARD}]" if late else ""
        text += [f'"entry {number}" -> "{name}" {arrow}' for name in entry.outputs]
        if late:
            names = [name for name in [*entry.inputs, *entry.outputs] if name not in before]
            text += [f'"{name}" [{BACKWARD}]' for name in names]
    return "\n".join([*text, "}"])


def step_frames(forward):
    """Return (frames, captions): the tape of a step of training, as it grows.

    forward: how many entries are the program's own. The first frame shows them, and each later one
        another entry of backward, in a place that stays.
    """
    whole = draw_tape(forward).splitlines()
    frames, captions = [], []
    for count in range(forward, len(tape) + 1):
        there = {name for entry in tape[:count] for name in [*entry.inputs, *entry.outputs]}
        names = {name for entry in tape[count:] for name in [*entry.inputs, *entry.outputs]}
        later = {f'"entry {number}"' for number in range(count, len(tape))}
        later |= {f'"{name}"' for name in names - there}
        frames.append("\n".join(hidden(row, later) for row in whole))
        captions.append(f"Entry {count}: {tape[count - 1]}")
    captions[0] = f"Forward: {forward} entries."
    return frames, captions


def hidden(row, later):
    """Return a row of DOT text, invisible if it names one of `later`; its place stays."""
    names = re.findall(r'"(?:entry \\d+|[^"]+)"', row.partition("[")[0])
    if not later.intersection(names):
        return row
    return row.replace("]", " style=invis]") if "[" in row else f"{row} [style=invis]"


def listing(*parts):
    """Return the source of functions and classes, for a cell to show."""
    pieces = [textwrap.dedent(inspect.getsource(part)) for part in parts]
    return Code("\n\n".join(pieces), language="python")


def backward_frames():
    """Return (frames, captions) of the backward pass of (a + b) * b at a = 2, b = 3."""
    steps = [
        ({}, "", "The program has run: v0 = a + b = 5, then v1 = v0 * b = 15."),
        ({"v1": "1"}, "", "What is known before anything else: the gradient of v1 is 1."),
        (
            {"v1": "1", "v0": "3", "b": "5"},
            "mul",
            "mul returns the upstream gradient times the other factor: 3 for v0, and 5 for b.",
        ),
        (
            {"v1": "1", "v0": "3", "a": "3", "b": "5 + 3 = 8"},
            "add",
            "add returns the upstream gradient for both: 3 for a, and 3 for b, which has 5 "
            "already. They are added.",
        ),
    ]
    frames = [backward_frame(gradients, called) for gradients, called, _ in steps]
    return frames, [caption for _, _, caption in steps]


def backward_frame(gradients, called):
    """Return DOT text of one frame: the gradients so far, and the entry called last."""
    text = ["digraph {", "rankdir=LR", "node [style=filled fillcolor=white]"]
    for name, value in [("a", 2), ("b", 3), ("v0", 5), ("v1", 15)]:
        arrived = f'<br/><font color="{RED}">{gradients.get(name, "")} </font>'
        text.append(f"{name} [label=<{name} = {value}{arrived}>]")
    inputs = {"add": ["a", "b"], "mul": ["v0", "b"]}
    for entry, output in [("add", "v0"), ("mul", "v1")]:
        color = CALLED if entry == called else ""
        text.append(f"{entry} [shape=box {color}]")
        text += [f"{name} -> {entry}" for name in inputs[entry]]
        text.append(f"{entry} -> {output}")
        if entry == called:
            back = f"{BACKWARD} constraint=false"
            text.append(f"{output} -> {entry} [{back}]")
            text += [f"{entry} -> {name} [{back}]" for name in inputs[entry]]
    return "\n".join([*text, "}"])


CARDS = """
digraph {
    rankdir=LR; node [shape=box style=filled fillcolor=white]; nodesep=0.3
    subgraph cluster_2 { label="expand_to: few to many"
        e1 [label="(2,)"]; e2 [label="(3, 2)"]; e1 -> e2
        e3 [label="?" color=firebrick]; e4 [label="upstream gradient, (3, 2)" color=firebrick]
        e3 -> e4 [dir=back color=firebrick penwidth=2] }
    subgraph cluster_1 { label="sum_to: many to few"
        s1 [label="(3, 2)"]; s2 [label="(2,)"]; s1 -> s2
        s3 [label="?" color=firebrick]; s4 [label="upstream gradient, (2,)" color=firebrick]
        s3 -> s4 [dir=back color=firebrick penwidth=2] }
    subgraph cluster_4 { label="relu: a mask"
        r1 [label="-2, 0, 3"]; r2 [label="0, 0, 3"]; r1 -> r2
        r3 [label="?" color=firebrick]; r4 [label="upstream gradient: 5, 5, 5" color=firebrick]
        r3 -> r4 [dir=back color=firebrick penwidth=2] }
    subgraph cluster_3 { label="matmul: rows meet columns"
        m1 [label="(2, 3) and (3, 4)"]; m2 [label="(2, 4)"]; m1 -> m2
        m3 [label="?" color=firebrick]; m4 [label="upstream gradient, (2, 4)" color=firebrick]
        m3 -> m4 [dir=back color=firebrick penwidth=2] }
    {e2 e4} -> {r1 r3} [style=invis]
    {s2 s4} -> {m1 m3} [style=invis]
}
"""

MODES = """
digraph {
    rankdir=LR; node [shape=box style=filled fillcolor=white]
    subgraph cluster_1 { label="reverse mode: v times J, one pass for each output"
        edge [dir=back color=firebrick penwidth=2]; node [color=firebrick]
        b1 [label="v J2 J1"]; b2 [label="v J2"]; b3 [label="v"]; b1 -> b2 -> b3 }
    subgraph cluster_2 { label="forward mode: J times u, one pass for each input"
        edge [color=seagreen]; node [color=seagreen]
        f1 [label="u"]; f2 [label="J1 u"]; f3 [label="J2 J1 u"]; f1 -> f2 -> f3 }
    subgraph cluster_3 { label="the program"
        x -> y [label="J1"]; y -> z [label="J2"] }
}
"""

BOX = """
digraph {
    rankdir=LR; node [style=filled fillcolor=white]
    a; b; r [label="r = t * b"]
    subgraph cluster_1 { label="one operator"
        add [label="+" shape=box]; t [label="t = a + b"]; mul [label="*" shape=box]
        add -> t -> mul }
    a -> add; b -> add; b -> mul; mul -> r
    back [label="its first backward\nreads b and t" shape=box
        fillcolor=mistyrose color=firebrick penwidth=2]
    t -> back [style=dashed color=royalblue]
    b -> back [style=dashed color=royalblue]
    g [label="gradient of r" color=firebrick penwidth=2]
    g -> back [color=firebrick penwidth=2 constraint=false]
    {rank=same back g}
}
"""


# ---- two classes of points -----------------------------------------------------------------------

SIDE = 40  # squares in a row of the picture of a boundary


def grid():
    """Return the middle points of the squares of `boundary`, a list of (x, y)."""
    ticks = [(i + 0.5) / SIDE for i in range(SIDE)]
    return [(-1.5 + 4 * x, -1.0 + 2.5 * y) for y in reversed(ticks) for x in ticks]


def boundary(points, labels, predictions):
    """Return SVG text: what a network predicts for the plane, and the points that it learns from.

    points: a list of (x, y); labels: a list of 1 or -1 for each.
    predictions: what the network predicts at each point of `grid()`, a list of numbers.
    """
    width, height = 480, 300
    w, h = width / SIDE, height / SIDE
    text = [SVG.format(width=width, height=height)]
    text.append('<rect width="100%" height="100%" fill="#cfe2f7"/>')
    for row in range(SIDE):
        signs = [value > 0 for value in predictions[row * SIDE : (row + 1) * SIDE]]
        column = 0
        for positive, run in itertools.groupby(signs):
            squares = len(list(run))
            if positive:
                place = f'x="{column * w:g}" y="{row * h:g}" width="{squares * w:g}"'
                text.append(f'<rect {place} height="{h:g}" fill="#ffd9b3"/>')
            column += squares
    for (x, y), label in zip(points, labels, strict=True):
        left, top = (x + 1.5) / 4 * width, height - (y + 1.0) / 2.5 * height
        color = "#c05000" if label > 0 else "#1f5fa8"
        text.append(f'<circle cx="{left:.1f}" cy="{top:.1f}" r="4" fill="{color}"/>')
    return "\n".join([*text, "</svg>"])


def two_moons(number):
    """Return (points, labels) of two half moons: a list of (x, y), and a list of 1 or -1."""
    points, labels, draw = [], [], random.Random(1)
    for i in range(number // 2):
        angle = math.pi * i / (number // 2 - 1)
        x, y = math.cos(angle), math.sin(angle)
        for left, bottom, label in [(x, y, 1), (1 - x, 0.5 - y, -1)]:
            points.append((left + draw.gauss(0, 0.1), bottom + draw.gauss(0, 0.1)))
            labels.append(label)
    return points, labels


def film(step, predict, weights, points, labels, steps):
    """Train a network, and draw what it predicts for the plane in between.

    step: a function of a list of weights that returns the next ones.
    predict: a function of points and weights.

    Returns the last weights, the pictures, and a caption for each.
    """
    plane, frames, captions = torch.tensor(grid()), [], []
    for number in range(steps + 1):
        if number in (0, 3, 5, 10, 25, 50, 100, 175, steps):
            frames.append(boundary(points, labels, predict(plane, *weights).flatten().tolist()))
            captions.append(f"After {number} steps.")
        if number < steps:
            reset_tape()
            weights = step(weights)
    return weights, frames, captions


# ---- curves --------------------------------------------------------------------------------------


def curves(functions, low=-2.0, high=2.0, bottom=-0.5, top=1.5):
    """Return SVG text of curves over the numbers from `low` to `high`.

    functions: a list of functions of a number; the first one is drawn grey and thick.
    """
    width, height = 480, 300
    text = [SVG.format(width=width, height=height)]
    zero = height * top / (top - bottom)
    text.append(f'<path d="M0 {zero:.1f}H{width}M{width / 2} 0V{height}" stroke="#ccc"/>')
    for number, function in enumerate(functions):
        points = []
        for step in range(161):
            y = function(low + (high - low) * step / 160)
            y = min(max(y, bottom - 9), top + 9)
            points.append(f"{width * step / 160:.1f},{height * (top - y) / (top - bottom):.1f}")
        style = 'stroke="#bbb" stroke-width="7"' if number == 0 else f'stroke="{RED}"'
        text.append(f'<polyline points="{" ".join(points)}" fill="none" {style}/>')
    return "\n".join([*text, "</svg>"])


def bell(x):
    """Return exp(-x * x) of a number."""
    return math.exp(-x * x)


def taylor_frames(function, slopes):
    """Return (frames, captions): a function, and the polynomials that its derivatives at 0 make."""

    def polynomial(degree):
        return lambda x: sum(slopes[k] * x**k / math.factorial(k) for k in range(degree + 1))

    degrees = range(0, len(slopes), 2)
    frames = [curves([function, polynomial(degree)]) for degree in degrees]
    return frames, [f"Derivatives up to number {degree}." for degree in degrees]
