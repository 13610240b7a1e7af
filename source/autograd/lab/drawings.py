"""Read drawings of graphs: `read` a drawing that an answer returned, or `read_dot` DOT text.

DOT is read here instead of by a library, because pydot takes 17 seconds for a chain of 2,000
operations.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from .checks.answer_checks import PLAIN
from .show import check
from .wording import expected, kind_returned

LARGEST = 5_000_000  # characters of DOT that are read

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|^\s*\#[^\n]*"  # comments
    r'|"(?:[^"\\]|\\.)*"|<(?:[^<>]|<[^<>]*>)*>|-?[\w.]+|->|--|[][{};,=:+]',
    re.S | re.M,
)
SHAPE = re.compile(r"(?<![\w.])\d+(?:\s*[x×*,]\s*\d+)*(?![\w.])")  # noqa: RUF001
# The lines of `visualize_autograd_graph` that the notebook gives: no question is about them.
GIVEN_LINES = (
    'raise ValueError("This tensor has no graph: no recorded operation made it.")',
    "dot = graphviz.Digraph()",
    "visited = set()",
    "return",
    "visited.add(node)",
    "name = str(id(node))",
    "kind = type(node).__name__",
    "label = str(tuple(node.variable.shape))",
    'dot.node(name, label, style="filled", fillcolor="lightblue")',
    "dot.node(name, kind)",
    "add_nodes(output.grad_fn)",
    "return dot",
)
BLUES = {"lightblue", "/x11/lightblue", "#add8e6"}


@dataclass
class Graph:
    """A graph, read from DOT or walked.

    `kinds` maps each node to its kind: ("operation", name of its type), ("leaf", shape), or
    ("stranger", label) if it is neither of the two, or only named by an edge. `edges` are pairs of
    its keys. Only a drawing has the others: `declared` counts the statements that give a node
    its label, or nothing but its name; `blue` names the nodes that are filled light blue; `merged`
    is True if parallel edges are drawn as one, `directed` if each edge has its arrow at one end,
    and `two_headed` if one has it at both; `text` is the DOT, and `broken` says which of its
    statements Graphviz refuses, or is empty.
    """

    kinds: dict
    edges: list
    declared: dict = field(default_factory=dict)
    blue: set = field(default_factory=set)
    merged: bool = False
    directed: bool = True
    two_headed: bool = False
    text: str = ""
    broken: str = ""

    def of(self, kind):
        """Return the nodes of a kind, in their order."""
        return [node for node in self.kinds if self.kinds[node][0] == kind]

    def never_drawn(self):
        """Return the nodes that only edges name."""
        return [node for node in self.kinds if not self.declared[node]]

    @property
    def picture(self):
        """The DOT of a drawing, with a label for nodes that were never drawn.

        Graphviz would show their names, and most of these are numbers from `id`.
        """
        if self.broken or not self.never_drawn():
            return self.text
        names = [node.replace('"', '\\"') for node in self.never_drawn()]
        bare = [f'"{name}" [label="never drawn" style=dashed]\n' for name in names]
        return f"{self.text.rpartition('}')[0]}{''.join(bare)}}}"

    def statements(self, nodes):
        """Return how many statements write one of these nodes."""
        return sum(self.declared[node] or 1 for node in nodes)


def read(dot):
    """Read the drawing that an answer returned."""
    sentence = expected("Your function", "a graphviz.Digraph", kind_returned(dot))
    check(not isinstance(dot, str), f"{sentence} Return the Digraph itself, not its DOT text.")
    check(not isinstance(dot, PLAIN), sentence)
    text = getattr(dot, "source", None)
    check(isinstance(text, str), sentence)
    return read_dot(text)


def read_dot(text):
    """Read DOT text; names, quotes, comments, titles, defaults and subgraphs are all free."""
    check(len(text) < LARGEST, "The drawing has more than five million characters.")
    found = Reader(text)
    kinds = {}
    for name, attributes in found.nodes.items():
        # Without a label the name is shown; most are numbers, which must not pass for a shape.
        shown = found.declared[name] or re.search(r"Backward|[\[(]", name)
        kinds[name] = kind_of(attributes) if shown else ("stranger", name)
    blue = {name for name, attributes in found.nodes.items() if is_blue(attributes)}
    declared = {name: found.declared[name] or found.bare[name] for name in kinds}
    return Graph(
        kinds=kinds,
        edges=found.edges,
        declared=declared,
        blue=blue,
        merged=found.strict,
        directed=found.directed and not found.headless,
        two_headed=found.two_headed,
        text=text,
        broken=found.broken,
    )


class Reader:
    """Reads DOT statement by statement.

    `nodes` is {name: attributes}, `edges` a list of pairs of names. `declared` counts by name the
    statements with a label, `bare` those that are a name and nothing else. `strict` and `directed`
    say what kind of graph it is, and `broken` which statement Graphviz would refuse.
    """

    def __init__(self, text):
        found = TOKEN.findall(text)
        self.tokens = [token for token in found if not re.match(r"//|/\*|\s*\#", token)] + [""] * 3
        self.at = 0
        self.depth = 0  # of braces
        self.nodes, self.edges, self.declared, self.bare = {}, [], Counter(), Counter()
        self.headless = False  # an edge without an arrow at its head, and only there
        self.two_headed = False
        self.strict = self.tokens[0].lower() == "strict"
        self.directed = self.tokens[self.strict].lower() == "digraph"
        self.broken = ""
        while self.tokens[self.at] not in ("{", ""):
            self.at += 1
        self.statements({"node": {}, "edge": {}})
        if self.tokens[self.at - 1] != "}":
            self.broken = "a brace is not closed"
        elif self.tokens[self.at]:
            self.broken = "something follows the last brace"

    def take(self):
        """Return the next token, and advance."""
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return self.tokens[self.at - 1]

    def statements(self, defaults):
        """Read statements in braces; return the names of the nodes in them, in their order."""
        self.take()
        self.depth += 1
        names, defaults = {}, {kind: dict(found) for kind, found in defaults.items()}
        while self.tokens[self.at] not in ("}", ""):
            names |= dict.fromkeys(self.statement(defaults))
        self.take()
        self.depth -= 1
        return list(names)

    def statement(self, defaults):
        """Read one statement; return the names of the nodes in it."""
        word = self.tokens[self.at]
        if word in ("->", "--", "[", "]", ";", ",", "=", ":", "+"):
            if word not in ";," or self.tokens[self.at - 1] in ("{", ";"):
                self.broken = f"{word!r} is in the place where a statement begins"
            self.take()
            return []
        if word.lower() in ("node", "edge", "graph"):
            self.take()
            found = self.attributes()
            if word.lower() in defaults:
                defaults[word.lower()].update(found)
            return []
        if self.tokens[self.at + 1] == "=":
            self.at = min(self.at + 3, len(self.tokens) - 1)
            return []
        chain = [self.endpoint(defaults)]
        alone = word != "{" and word.lower() != "subgraph"
        while self.tokens[self.at] in ("->", "--"):
            self.take()
            chain.append(self.endpoint(defaults))
        found = self.attributes()
        if len(chain) == 1 and alone:
            (name,) = chain[0]
            self.nodes[name].update(found)
            self.declared[name] += "label" in found
            self.bare[name] += not found and self.depth == 1
        if len(chain) > 1:
            self.join(chain, defaults["edge"] | found)
        return [name for names in chain for name in names]

    def join(self, chain, look):
        """Add the edges of a statement, as drawn with the attributes `look`."""
        if "invis" in look.get("style", ""):
            return
        arrows = look.get("dir", "forward" if self.directed else "none").lower()
        shape = look.get("arrowtail" if arrows == "back" else "arrowhead", "normal").lower()
        self.two_headed = self.two_headed or arrows == "both"
        self.headless = self.headless or arrows not in ("forward", "back") or shape == "none"
        for tails, heads in pairwise(chain):
            edges = [(tail, head) for tail in tails for head in heads]
            self.edges.extend(
                (head, tail) if arrows == "back" else (tail, head) for tail, head in edges
            )

    def endpoint(self, defaults):
        """Read a node or a subgraph; return the names of its nodes."""
        if self.tokens[self.at].lower() == "subgraph":
            self.take()
            if self.tokens[self.at] != "{":
                self.take()
        if self.tokens[self.at] == "{":
            return self.statements(defaults)
        name = unquote(self.take())
        while self.tokens[self.at] == ":":  # a port
            self.take()
            self.take()
        self.nodes.setdefault(name, {"label": name, **defaults["node"]})
        return [name]

    def attributes(self):
        """Read [key=value ...] lists."""
        found = {}
        while self.tokens[self.at] == "[":
            self.take()
            while self.tokens[self.at] not in ("]", ""):
                key = unquote(self.take())
                if self.tokens[self.at] == "=":
                    self.take()
                    found[key] = unquote(self.take())
            self.take()
        return found


def unquote(token):
    """Return the text of a DOT token, without its quotes or tags."""
    if token.startswith('"'):
        return token[1:-1].replace('\\"', '"')
    if token.startswith("<"):
        return re.sub(r"<[^<>]*>", " ", token[1:-1])
    return token


def kind_of(attributes):
    """Return the kind of a drawn node, from its label and its fill."""
    label = attributes["label"]
    operation = re.search(r"\w*Backward\w*", label)
    if operation:
        return "operation", operation.group()
    round_ones = re.findall(r"\(([\d,\s]*)\)", label)
    groups = round_ones or re.findall(r"\[([\d,\s]*)\]", label) or SHAPE.findall(label)
    for line in re.split(r"\\[nlr]|\n", label):
        # Below a line that is the shape, the numbers of the leaf may follow.
        shape = re.fullmatch(r"\s*\(([\d,\s]*)\)\s*", line)
        if shape:
            groups = [shape.group(1)]
            break
    if is_blue(attributes) or groups or "AccumulateGrad" in label:
        sizes = re.findall(r"\d+", groups[-1]) if groups else [label]
        return "leaf", tuple(int(size) if size.isdecimal() else size for size in sizes)
    return "stranger", label


def is_blue(attributes):
    """Return whether Graphviz fills a node with these attributes light blue."""
    color = attributes.get("fillcolor") or attributes.get("color") or ""
    styles = re.split(r"[,\s]+", attributes.get("style", ""))
    return "filled" in styles and color.lower() in BLUES
