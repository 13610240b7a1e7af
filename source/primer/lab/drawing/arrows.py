"""The arrows of a drawn graph as a list, for those who cannot see the picture.

Entry point: `read_picture`. Nodes of the same label are numbered, and arrows between the same two
nodes are counted, so that the list tells the whole graph.
"""

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import count, product
from math import dist
from xml.etree import ElementTree

PLAIN = {"black", "white", "none", "transparent"}  # colors that tell nothing
OUTLINES = ("ellipse", "polygon", "path", "polyline")
DASHED, DASHES = "dashed", "5,2"  # a style, and what Graphviz writes for it
ARROWS = {"there": "\u2192", "both": "\u2194", "none": "\u2013"}


@dataclass(frozen=True)
class Arrow:
    """An arrow from one node to another, by their names in the picture.

    `kind` is "there", or "both" or "none" for heads at both ends or at none; `looks` are its label
    and its color, and "dashed" if it is.
    """

    tail: str
    head: str
    kind: str = "there"
    looks: tuple = ()


@dataclass
class Picture:
    """A graph, read from its picture.

    `title` holds the lines of the title.
    `lines` maps the names of the nodes to the lines of their labels, `colors` to their colors, and
    `tips` to the text at the mouse; `arrows` has an Arrow for each edge in its place, or None if it
    is not drawn. `boxes` is {title of a box around nodes: names of its nodes}.
    """

    title: list = field(default_factory=list)
    lines: dict = field(default_factory=dict)
    colors: dict = field(default_factory=dict)
    tips: dict = field(default_factory=dict)
    arrows: list = field(default_factory=list)
    boxes: dict = field(default_factory=dict)

    def sentence(self):
        """Return what is in the picture, without a full stop."""
        arrows = sum(arrow is not None for arrow in self.arrows)
        graph = f"A graph of {counted(len(self.lines), 'node')} and {counted(arrows, 'edge')}"
        return ". ".join([*self.title, graph])

    def parts(self):
        """Return {title: names of nodes}: the boxes if they are pictures of their own, or all."""
        boxed = [name for names in self.boxes.values() for name in names]
        ends = [{arrow.tail, arrow.head} for arrow in self.arrows if arrow]
        apart = all(
            len(pair & set(names)) in (0, len(pair))
            for names in self.boxes.values()
            for pair in ends
        )
        if len(self.boxes) < 2 or not apart or len(boxed) < len(self.lines):
            return {"": list(self.lines)}
        return self.boxes

    def names(self):
        """Return {name of a node: what the list calls it}, which in each part is unique."""
        found = {}
        for names in self.parts().values():
            labels = {name: ", ".join(self.lines[name]) for name in names}
            times, taken = Counter(labels.values()), set()
            for name, label in labels.items():
                numbered = (f"{label} {number}" for number in count(1))
                said = label if times[label] == 1 else next(numbered)
                while said in taken:
                    said = next(numbered)
                taken.add(said)
                found[name] = said
        return found

    def lists(self):
        """Return {title: the rows of a list}, one list for each part of the picture."""
        return {title: self.rows(names) for title, names in self.parts().items()}

    def rows(self, names):
        """Return the rows of the list of some nodes; dashed arrows are marks, and come first."""
        said = self.names()
        times = Counter(arrow for arrow in self.arrows if arrow and arrow.tail in names)
        rows = []
        for arrow, number in sorted(times.items(), key=lambda item: DASHED not in item[0].looks):
            row = f"{said[arrow.tail]} {ARROWS[arrow.kind]} {said[arrow.head]}"
            row += f", {number} arrows" if number > 1 else ""
            rows.append(row + (f" [{', '.join(arrow.looks)}]" if arrow.looks else ""))
        ends = {end for arrow in times for end in (arrow.tail, arrow.head)}
        rows += [f"{said[name]}, no arrows" for name in names if name not in ends]
        for color in dict.fromkeys(color for name in names for color in self.colors[name]):
            colored = [said[name] for name in names if color in self.colors[name]]
            rows.append(f"In {color}: {'; '.join(colored)}")
        if len(self.parts()) == 1:
            for title, inside in self.boxes.items():
                rows.append(f"In the box {title}: {'; '.join(said[name] for name in inside)}")
        return rows

    def as_html(self, title):
        """Return the lists as HTML that can be unfolded."""
        parts = "".join(
            (f"<p>{html.escape(part)}</p>" if part else "")
            + "".join(["<ul>", *(f"<li>{html.escape(row)}</li>" for row in rows), "</ul>"])
            for part, rows in self.lists().items()
        )
        return f"<details><summary>{html.escape(title)}</summary>{parts}</details>"

    def as_text(self):
        """Return the lists as plain text."""
        lines = [f"{self.sentence()}."]
        for part, rows in self.lists().items():
            lines += [f"{part}:"] if part else []
            lines += rows
        return "\n".join(lines)

    def as_data(self):
        """Return what the page's script needs, as plain data."""
        said, nodes = self.names(), {}
        for name, lines in self.lines.items():
            into = sum(arrow.head == name for arrow in filter(None, self.arrows))
            out = Counter(arrow.head for arrow in filter(None, self.arrows) if arrow.tail == name)
            arrows = f"arrows in: {into}, out: {out.total()}"
            to = [said[head] + (f" ({n} arrows)" if n > 1 else "") for head, n in out.items()]
            spoken = [said[name], *self.tips[name], *self.colors[name], arrows]
            spoken += [f"to {'; '.join(to)}"] if to else []
            nodes[name] = {
                "name": said[name],
                "spoken": ", ".join(spoken),
                "hover": "\n".join([*lines, *self.tips[name], arrows]),
            }
        arrows = [arrow and [arrow.tail, arrow.head] for arrow in self.arrows]
        return {"nodes": nodes, "arrows": arrows}


def counted(number, noun):
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def read_picture(svg):
    """Read a picture as Graphviz writes it, SVG text; return a `Picture`.

    What is invisible is left out. An arrow leads the way that its head points.
    """
    groups = [g for g in ElementTree.fromstring(svg).iter() if kind_of(g) == "g"]
    found, places = Picture(), {}
    for group in groups:
        if group.get("class") == "graph":
            texts = [part for part in group if kind_of(part) == "text"]
            found.title = [line for text in texts for line in lines_of(text)]
        parts = [part for part in group.iter() if kind_of(part) in (*OUTLINES, "text")]
        if group.get("class") == "node" and parts:
            name = title_of(group)
            found.lines[name] = lines_of(group) or [name]
            found.colors[name] = list(dict.fromkeys(colors_of(group, "fill", "stroke")))
            found.tips[name] = [tip for tip in tips_of(group) if tip not in found.lines[name]]
            places[name] = middle(group)
    for group in groups:
        if group.get("class") == "edge":
            found.arrows.append(arrow_of(group, found.lines))
    boxes = [group for group in groups if group.get("class") == "cluster"]
    for box in boxes:
        xs, ys = zip(*points_of(box), strict=True)
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        inside = [n for n, (x, y) in places.items() if left <= x <= right and top <= y <= bottom]
        found.boxes[", ".join(lines_of(box)) or title_of(box)] = inside
    return found


def kind_of(element):
    """Return the name of an element, without its namespace."""
    return str(element.tag).rpartition("}")[2]


def children_of(group, *kinds):
    """Return the elements of some kinds in a group, in their order."""
    return [element for element in group.iter() if kind_of(element) in kinds]


def title_of(group):
    """Return the name that Graphviz gives to a group."""
    return next((title.text or "" for title in children_of(group, "title")), "")


def lines_of(group):
    """Return the lines of text in a group."""
    lines = [" ".join("".join(line.itertext()).split()) for line in children_of(group, "text")]
    return [line for line in lines if line]


def tips_of(group):
    """Return the texts that the mouse shows at a group."""
    links = [element.attrib for element in children_of(group, "a")]
    tips = [value for link in links for key, value in link.items() if key.endswith("title")]
    return [" ".join(tip.split()) for tip in dict.fromkeys(tips)]


def colors_of(group, *attributes):
    """Return the colors of the outline of a group that tell something."""
    outline = children_of(group, *OUTLINES)[:1]
    colors = [each.get(attribute, "none") for each in outline for attribute in attributes]
    return [color for color in colors if re.fullmatch("[a-z]+", color) and color not in PLAIN]


def points_of(element):
    """Return the points of an outline, or of the first one in a group, as pairs of numbers."""
    (outline, *_) = children_of(element, *OUTLINES, "text")
    if kind_of(outline) == "ellipse":
        return [(float(outline.get("cx")), float(outline.get("cy")))]
    if kind_of(outline) == "text":
        return [(float(outline.get("x")), float(outline.get("y")))]
    numbers = re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", outline.get("points") or outline.get("d"))
    return list(zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True))


def middle(element):
    """Return the middle of the points of an element."""
    points = points_of(element)
    return tuple(sum(numbers) / len(points) for numbers in zip(*points, strict=True))


def arrow_of(group, names):
    """Return the Arrow of a group, or None if it is invisible or ends at an invisible node."""
    lines = children_of(group, "path")
    ends = ends_of(title_of(group), names)
    if not lines or not ends:
        return None
    line = points_of(lines[0])
    heads = children_of(group, "polygon", "polyline", "ellipse")
    at_end = [dist(middle(head), line[-1]) <= dist(middle(head), line[0]) for head in heads]
    kind = "none" if not heads else "both" if len(set(at_end)) == 2 else "there"
    tail, head = ends if kind != "there" or at_end[0] else ends[::-1]
    dashed = [DASHED] if lines[0].get("stroke-dasharray") == DASHES else []
    looks = [*lines_of(group), *colors_of(group, "stroke"), *dashed]
    return Arrow(tail, head, kind, tuple(looks))


def ends_of(title, names):
    """Return the two nodes that the title of an edge names, or None.

    A name may hold an arrow itself, and a port may follow it.
    """
    for cut in re.finditer("->|--", title):
        sides = title[: cut.start()], title[cut.end() :]
        for ends in product(*((side, side.partition(":")[0]) for side in sides)):
            if all(end in names for end in ends):
                return ends
    return None
