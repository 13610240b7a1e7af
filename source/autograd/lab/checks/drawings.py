"""Helpers of the checks of drawings: read DOT, and compare two graphs without their names.

Entry points: `read` for the drawing that an answer returned, `read_dot` for DOT text,
`check_counts`, `check_labels` and `check_drawing`.

DOT is read here instead of by a library, because pydot takes 17 seconds for a chain of 2,000
operations.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import pairwise

from ..show import CheckFailed, check
from ..wording import counted, expected, kind_returned
from .answer_checks import PLAIN

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


# ---- reading ----------------------------------------------------------------------------------


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


# ---- comparing --------------------------------------------------------------------------------


def check_counts(dot, operations, leaves, edges):
    """Check the counts of a drawing: statements with Backward, with lightblue, and with ->."""
    drawn = read(dot)
    strange = TOKEN.sub(" ", drawn.text).split()
    broken = f"{strange[0][0]!r} has no place in DOT text" if strange else drawn.broken
    check(not broken, f"Graphviz cannot read your drawing: {broken}.", drawn.picture)
    plain = [leaf for leaf in drawn.of("leaf") if leaf not in drawn.blue]
    if plain and len(drawn.of("leaf")) == leaves:
        raise CheckFailed(
            f"{len(plain)} of the leaves are not filled light blue, such as the one labeled "
            f"{drawn.kinds[plain[0]][1]}. Use style='filled' and fillcolor='lightblue'.",
            drawn.picture,
        )
    if plain and drawn.blue and len(drawn.of("leaf")) > leaves:
        raise CheckFailed(saved_as_nodes(drawn, plain), drawn.picture)
    arrows = "Use a Digraph, with an arrow at the head of each edge: a line has no direction."
    if drawn.two_headed:
        arrows = "Some edges have an arrow at both ends. A gradient flows one way only."
    check(drawn.directed, arrows, drawn.picture)
    for kind, what, found, wanted in [
        ("operation", "Operations (Backward)", drawn.statements(drawn.of("operation")), operations),
        ("leaf", "Leaves (lightblue)", drawn.statements(drawn.blue), leaves),
        ("edge", "Edges (->)", len(drawn.edges), edges),
    ]:
        sentence = expected(f"{what} in your drawing", wanted, found)
        check(found == wanted, f"{sentence}{why_more(drawn, kind, found, wanted)}", drawn.picture)
    for what, nodes, wanted in [
        ("Operations", drawn.of("operation"), operations),
        ("Leaves", drawn.blue, leaves),
    ]:
        sentence = expected(f"{what} in the picture", wanted, len(nodes))
        names = "Nodes written under one name are one node."
        check(len(nodes) == wanted, f"{sentence} {names}", drawn.picture)
    loops = [tail for tail, head in drawn.edges if tail == head]
    check(
        not loops, "An edge leads from a node to itself; PyTorch makes no such edge.", drawn.picture
    )


def saved_as_nodes(drawn, plain):
    """Return the sentence for nodes that have a shape, but are not filled light blue.

    `plain` are these nodes; there is at least one.
    """
    nodes = counted(len(plain), "node")
    return (
        f"Your drawing has {nodes} with a shape that is not a leaf, such as "
        f"{drawn.kinds[plain[0]][1]}. Are these saved tensors? Draw only operations and leaves as "
        "nodes; a leaf is filled light blue."
    )


def why_more(drawn, kind, found, wanted):
    """Explain why a drawing holds too much, as sentences after a count, or return ""."""
    for stranger in drawn.of("stranger"):
        if drawn.declared[stranger]:
            return f" The node {drawn.kinds[stranger][1]!r} stands for nothing in the graph."
    if never_drawn(drawn):
        return never_drawn(drawn)
    if found != 2 * wanted or max(drawn.declared.values(), default=0) != 1:
        return ""
    if kind == "edge":  # the nodes were counted before, and are there once
        return " Twice as many: is each edge drawn twice?"
    return " Twice as many: is something kept from the call before?"


def never_drawn(drawn):
    """Say how many nodes are only named by edges, as a sentence to append, or return ""."""
    bare = drawn.never_drawn()
    if not bare:
        return ""
    sentence = f" Edges point to {counted(len(bare), 'node')} that you never drew."
    if any(drawn.kinds[node][0] == "operation" for node in bare):
        return f"{sentence} Do nodes and edges use the same names?"
    return sentence


def check_labels(dot, labels, what):
    """Check only labels and colors, and that no node stands for nothing.

    `labels` are the names of the types of all operations, and the shapes of all leaves.
    """
    drawn = read(dot)
    wanted = Counter(kind_of({"label": str(label)}) for label in labels)
    sentence = wrong_labels(drawn, wanted)
    if sentence:
        raise CheckFailed(f"{what}: {sentence}", drawn.picture)


def check_drawing(dot, graph, what, judged=()):
    """Compare a drawing with a `Graph`, or with DOT text; on a mistake, show it and say so.

    Below the drawing, the graph of DOT text is shown too: the cell of the check holds it anyway.

    The labels of the nodes are left to `check_labels`. Three more mistakes show in many
    drawings and are judged in few cells only, so that they do not cost all points: `judged` names
    those that count here: "direction", "once" (a node is written once) and "none" (no edge
    leads to something that is not a node of the graph).
    """
    drawn, right = read(dot), None
    if isinstance(graph, str):
        graph = read_dot(graph)
        right = dot_of(graph, [""] * len(graph.edges))
    sentence = mistake(drawn, graph, judged)
    if sentence:
        marked = with_marked_edges(drawn, graph)
        raise CheckFailed(f"{what}: {' '.join([sentence, *marked[1:]])}", marked[0], right)


def with_marked_edges(drawn, graph):
    """Return a drawing as DOT text with wrong edges in red and missing ones dashed.

    Edges are told apart by the labels at their ends. If the drawing has different nodes from the
    graph, or if its edges have no direction, none is marked. If several nodes have the label of an
    end of a missing edge, that edge is not drawn, because the right node is not known.

    Returns a list: the text, and a sentence for each of the two marks that it contains.
    """
    there = Counter((graph.kinds[tail], graph.kinds[head]) for tail, head in graph.edges)
    wrong, looks, places = [], [], defaultdict(list)
    for number, kind in enumerate(drawn.kinds.values()):
        places[kind].append(number)
    for tail, head in drawn.edges:
        between = drawn.kinds[tail], drawn.kinds[head]
        looks.append("" if there[between] > 0 else " [color=red penwidth=2]")
        wrong += [between] if looks[-1] else []
        there[between] -= 1
    missing = [
        (places[tail][0], places[head][0])
        for (tail, head), times in there.items()
        for _ in range(times)
        if len(places[tail]) == len(places[head]) == 1 and (head, tail) not in wrong
    ]
    more = [f"{tail} -> {head} [style=dashed]" for tail, head in missing]
    alike = set(drawn.kinds.values()) <= set(graph.kinds.values())
    if not (alike and drawn.directed and (wrong or missing)):
        return [drawn.picture]
    red = ["Edges that the graph does not have are red."] if wrong else []
    dashed = ["Missing edges are dashed."] if missing else []
    return [dot_of(drawn, looks, more), *red, *dashed]


def dot_of(graph, looks, more=()):
    """Return a graph as DOT text, with its leaves filled light blue.

    `looks` are the attributes of its edges, in their order, and `more` further statements.
    """
    lines, numbers = [], {node: number for number, node in enumerate(graph.kinds)}
    for node, (kind, label) in graph.kinds.items():
        blue = " style=filled fillcolor=lightblue" if kind == "leaf" else ""
        lines.append(f'{numbers[node]} [label="{label}"{blue}]')
    for (tail, head), look in zip(graph.edges, looks, strict=True):
        lines.append(f"{numbers[tail]} -> {numbers[head]}{look}")
    return "\n".join(["digraph {", *lines, *more, "}"])


def mistake(drawn, graph, judged=()):
    """Compare two graphs; return one sentence, or None if the first draws the second."""
    kinds = {node: kind for node, (kind, _) in graph.kinds.items()}
    drawn_kinds, edges = without_strangers(drawn, kinds)
    for kind, nodes in [("operation", "Operations"), ("leaf", "Leaves")]:
        found, real = [list(part.values()).count(kind) for part in (drawn_kinds, kinds)]
        if found != real:
            plain = [node for node in drawn.of("leaf") if node not in drawn.blue]
            if kind == "leaf" and found > real and plain and drawn.blue:
                return saved_as_nodes(drawn, plain)
            return f"{expected(f'{nodes} in your drawing', real, found)}{never_drawn(drawn)}"
    astray = [head for tail, head in drawn.edges if tail in drawn_kinds and head not in drawn_kinds]
    if astray and ("none" in judged or len(edges) != len(graph.edges)):
        lead = "1 edge leads" if len(astray) == 1 else f"{len(astray)} edges lead"
        if drawn.declared[astray[0]]:
            label = drawn.kinds[astray[0]][1]
            return f"{lead} to the node {label!r}, which stands for nothing in the graph."
        none = " Is it an entry that is None?" if len(edges) == len(graph.edges) else ""
        return f"{lead} to a name that no node has.{none}"
    if len(edges) != len(graph.edges):
        sentence = expected("Edges in your drawing", len(graph.edges), len(edges))
        return f"{sentence}{too_often(drawn, graph) or missing_edge(drawn, graph)}"
    if drawn.merged and len(set(edges)) < len(edges):
        return "A strict Digraph draws two edges between the same two nodes as one."
    times = max(drawn.declared.values(), default=0)
    if "once" in judged and times > 1:
        return f"One node is written {times} times; each should be written once."
    if "direction" in judged and not drawn.directed:
        if drawn.two_headed:
            return "Some edges have an arrow at both ends, and so no direction."
        return "The edges are lines and have no direction."
    numbers = {}
    real = fingerprint(kinds, graph.edges, numbers)
    if fingerprint(drawn_kinds, edges, numbers) == real:
        return None
    for which, tails in [("The", {"operation", "leaf"}), ("The leaves'", {"leaf"})]:
        turned = [edge[::-1] if drawn_kinds[edge[0]] in tails else edge for edge in edges]
        if fingerprint(drawn_kinds, turned, numbers) == real:
            against = f"{which} edges run against the gradient, which starts at the output."
            return against if "direction" in judged else None
    return "The numbers of nodes and edges are right, but some edge joins the wrong nodes."


def too_often(drawn, graph):
    """Return a sentence, after a blank, on an edge that is drawn too often, or ""."""
    mine, real = [
        Counter((part.kinds[tail][1], part.kinds[head][1]) for tail, head in part.edges)
        for part in (drawn, graph)
    ]
    for tail, head in mine - real:
        if (tail, head) in real:
            return f" {tail} -> {head} is drawn too often."
    return ""


def missing_edge(drawn, graph):
    """Return a sentence, after a blank, on an edge that is missing, or ""."""
    mine, real = [
        Counter((part.kinds[tail][1], part.kinds[head][1]) for tail, head in part.edges)
        for part in (drawn, graph)
    ]
    for tail, head in real - mine:
        return f" {tail} -> {head} is missing."
    return ""


def without_strangers(drawn, kinds):
    """Return the nodes of a drawing with their kinds, and its edges, without strangers.

    If there are as many strangers as missing nodes of one kind, the strangers count as these.
    """
    of_drawn = {node: kind for node, (kind, _) in drawn.kinds.items()}
    missing = Counter(kinds.values()) - Counter(of_drawn.values())
    if len(of_drawn) == len(kinds) and len(missing) == 1:
        (lacking,) = missing
        for node in drawn.of("stranger"):
            if lacking == "operation" or drawn.declared[node]:
                of_drawn[node] = lacking
    of_drawn = {node: kind for node, kind in of_drawn.items() if kind != "stranger"}
    edges = [edge for edge in drawn.edges if edge[0] in of_drawn and edge[1] in of_drawn]
    return of_drawn, edges


def wrong_labels(drawn, wanted):
    """Compare kinds with those of the Counter `wanted`; return a sentence, or None."""
    for stranger in drawn.of("stranger"):
        return f"The node {drawn.kinds[stranger][1]!r} stands for nothing in the graph."
    if drawn.blue != set(drawn.of("leaf")):
        return "Exactly the leaves should be filled light blue."
    for (kind, label), count in Counter(drawn.kinds.values()).items():
        if count > wanted[kind, label]:
            if kind == "leaf":
                return f"A leaf is labeled {label}, which is not the shape of any leaf here."
            return f"An operation is labeled {label}, which is not the type of any operation here."
    return None


def fingerprint(kinds, edges, numbers):
    """Describe a graph without its names: two drawings of one graph have equal fingerprints.

    Every node is numbered by its kind and by the nodes behind it, then again by the nodes
    before it. The compared graphs share `numbers`. Returns None if there is a cycle.
    """
    after, before = defaultdict(list), defaultdict(list)
    for tail, head in edges:
        after[tail].append(head)
        before[head].append(tail)
    missing = {node: len(before[node]) for node in kinds}
    order = [node for node, count in missing.items() if count == 0]
    for node in order:  # grows while we go through it
        for head in after[node]:
            missing[head] -= 1
            if missing[head] == 0:
                order.append(head)
    if len(order) < len(kinds):
        return None
    behind, place = {}, {}
    for node in reversed(order):
        key = (kinds[node], *sorted(behind[head] for head in after[node]))
        behind[node] = numbers.setdefault(key, len(numbers))
    for node in order:
        key = (behind[node], "from", *sorted(place[tail] for tail in before[node]))
        place[node] = numbers.setdefault(key, len(numbers))
    return Counter(place.values()), Counter((place[tail], place[head]) for tail, head in edges)
