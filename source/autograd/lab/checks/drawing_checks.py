"""Compare a drawing with the right graph, without the names of their nodes.

Entry points: `check_counts`, `check_labels` and `check_drawing`; `any_mistake` compares in all
respects at once, and `places` tells which nodes of two drawings are the same.
"""

from collections import Counter, defaultdict
from functools import partial

from ..drawings import TOKEN, Graph, kind_of, read, read_dot
from ..show import CheckFailed, check
from ..wording import counted, expected, stable

ALL_MISTAKES = ("direction", "once", "none")


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
            f"{label_of(drawn, plain[0])}. Use style='filled' and fillcolor='lightblue'.",
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
        f"{label_of(drawn, plain[0])}. Are these saved tensors? Draw only operations and leaves as "
        "nodes; a leaf is filled light blue."
    )


def why_more(drawn, kind, found, wanted):
    """Explain why a drawing holds too much, as sentences after a count, or return ""."""
    for stranger in drawn.of("stranger"):
        if drawn.declared[stranger]:
            return f" The node {label_of(drawn, stranger)!r} stands for nothing in the graph."
    if never_drawn(drawn):
        return never_drawn(drawn)
    if found != 2 * wanted or max(drawn.declared.values(), default=0) != 1:
        return ""
    if kind == "edge":  # the nodes were counted before, and are there once
        return " Twice as many: is each edge drawn twice?"
    return " Twice as many: is something kept from the call before?"


def label_of(drawn, node):
    """Return the label of a node for a sentence, or the shape of a leaf."""
    return stable(str(drawn.kinds[node][1]))


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
        right = dot_of(ordered_like(drawn, graph), [""] * len(graph.edges))
    sentence = mistake(drawn, graph, judged)
    if sentence:
        raise CheckFailed(f"{what}: {sentence}", with_marked_edges(drawn, graph), right)


def with_marked_edges(drawn, graph):
    """Return a drawing as DOT text with wrong edges in red and missing ones in red and dashed.

    The labels at the ends of the edges tell how many are wrong or missing, `paired` tells which. If
    more edges are missing between the pairs than between the labels, the pairs may be wrong, and a
    missing edge is drawn only between labels that occur once. If the drawing has different nodes
    from the graph, or if its edges have no direction, nothing is marked. The title of the drawing
    says what the marks mean.
    """
    pairs = paired(drawn, graph)
    unmatched, left = unmatched_edges(drawn, graph, pairs)
    found, real = kinds_of_edges(drawn, drawn.edges), kinds_of_edges(graph, graph.edges)
    too_many, too_few = found - real, real - found
    looks, wrong = [""] * len(drawn.edges), set()
    for number in unmatched:
        tail, head = (drawn.kinds[node] for node in drawn.edges[number])
        if too_many[tail, head] > 0:
            too_many[tail, head] -= 1
            looks[number] = " [color=red penwidth=2]"
            wrong.add((tail, head))
    if kinds_of_edges(graph, left) == too_few:
        missing, own = left, {node: own for own, node in pairs.items()}
    else:
        times = Counter(drawn.kinds.values())
        missing = too_few.elements()
        own = {kind: node for node, kind in drawn.kinds.items() if times[kind] == 1}
    numbers = {node: number for number, node in enumerate(drawn.kinds)}
    more = []
    for tail, head in ((own.get(tail), own.get(head)) for tail, head in missing):
        if None not in (tail, head) and (drawn.kinds[head], drawn.kinds[tail]) not in wrong:
            look = "[color=red penwidth=2 style=dashed]"
            more.append(f"{numbers[tail]} -> {numbers[head]} {look}")
    alike = set(drawn.kinds.values()) <= set(graph.kinds.values())
    if not (alike and drawn.directed and (wrong or more)):
        return drawn.picture
    title = "Your drawing"
    title += r"\nred: not in the graph" if wrong else ""
    title += r"\ndashed: missing" if more else ""
    return dot_of(drawn, looks, [f'label="{title}" labelloc=t', *more])


def unmatched_edges(drawn, graph, pairs):
    """Compare edges by the pairs of nodes that `paired` returns.

    Returns the numbers of the edges of the drawing that the graph does not have, and a list of the
    edges of the graph that the drawing does not have.
    """
    left, unmatched = Counter(graph.edges), []
    for number, (tail, head) in enumerate(drawn.edges):
        edge = pairs.get(tail), pairs.get(head)
        if left[edge] > 0:
            left[edge] -= 1
        else:
            unmatched.append(number)
    return unmatched, list(left.elements())


def kinds_of_edges(graph, edges):
    """Count some edges of a graph by the kinds of the nodes at their ends."""
    return Counter((graph.kinds[tail], graph.kinds[head]) for tail, head in edges)


def ordered_like(drawn, graph):
    """Return a graph with its nodes and edges in the order of a drawing of it.

    Graphviz places them by their order, so both pictures can be compared.
    """
    pairs = paired(drawn, graph)
    nodes = [pairs[node] for node in drawn.kinds if node in pairs]
    kinds = {node: graph.kinds[node] for node in [*nodes, *graph.kinds]}
    edges, left = [], [*graph.edges]
    for tail, head in drawn.edges:
        edge = pairs.get(tail), pairs.get(head)
        if edge in left:
            left.remove(edge)
            edges.append(edge)
    return Graph(kinds, [*edges, *left])


def paired(drawn, graph):
    """Return {node of a drawing: node of the graph with its label}; each occurs once.

    Several nodes may have one label, such as two layers. So the edges are followed, from the node
    with the longest way behind it. Of several nodes, the one is chosen that is most alike in what
    is behind it.
    """
    heads_drawn, heads = heads_of(drawn.edges), heads_of(graph.edges)
    numbers, free, pairs = {}, set(graph.kinds), {}
    behind_drawn, behind = (
        numbers_behind(part.kinds, part.edges, numbers) or {} for part in (drawn, graph)
    )

    def likeness(node, other):
        """Return whether all behind two nodes is the same, and how many heads have one label."""
        heads_of_both = Counter(drawn.kinds[head] for head in heads_drawn[node])
        heads_of_both &= Counter(graph.kinds[head] for head in heads[other])
        return behind.get(other) == behind_drawn.get(node), heads_of_both.total()

    def pair(nodes, others):
        """Pair what is free in two lists of nodes; return the nodes of the first."""
        reached = []
        for node in (node for node in nodes if node not in pairs):
            kind = drawn.kinds[node]
            alike = [other for other in others if other in free and graph.kinds[other] == kind]
            if alike:
                pairs[node] = max(alike, key=partial(likeness, node))
                free.remove(pairs[node])
                reached.append(node)
        return reached

    height = {}
    for node in behind_drawn:  # the last ones first
        height[node] = 1 + max((height[head] for head in heads_drawn[node]), default=0)
    for start in sorted(drawn.kinds, key=lambda node: -height.get(node, 0)):
        reached = pair([start], graph.kinds)
        for node in reached:  # grows while we go through it
            reached += pair(heads_drawn[node], heads[pairs[node]])
    return pairs


def heads_of(edges):
    """Return {node: the nodes that its edges lead to}, empty for a node that has none."""
    heads = defaultdict(list)
    for tail, head in edges:
        heads[tail].append(head)
    return heads


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


def any_mistake(drawn, graph):
    """Compare a drawing with a `Graph` in all respects; return one sentence, or None."""
    if drawn.broken:
        return f"Graphviz cannot read your drawing: {drawn.broken}."
    labels = Counter(graph.kinds.values())
    return mistake(drawn, graph, ALL_MISTAKES) or wrong_labels(drawn, labels)


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
            label = label_of(drawn, astray[0])
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
        return f"The node {label_of(drawn, stranger)!r} stands for nothing in the graph."
    if drawn.blue != set(drawn.of("leaf")):
        return "Exactly the leaves should be filled light blue."
    for (kind, label), count in Counter(drawn.kinds.values()).items():
        if count > wanted[kind, label]:
            if kind == "leaf":
                shown = stable(str(label))
                return f"A leaf is labeled {shown}, which is not the shape of any leaf here."
            return f"An operation is labeled {label}, which is not the type of any operation here."
    return None


def fingerprint(kinds, edges, numbers):
    """Describe a graph without its names: two drawings of one graph have equal fingerprints.

    The compared graphs share `numbers`. Returns None if there is a cycle.
    """
    place = places(kinds, edges, numbers)
    if place is None:
        return None
    return Counter(place.values()), Counter((place[tail], place[head]) for tail, head in edges)


def places(kinds, edges, numbers):
    """Return {node: the number of its place in the graph}, or None if there is a cycle.

    Every node is numbered by its kind and by the nodes behind it, then again by the nodes
    before it. In two graphs that share `numbers`, the same node has the same number.
    """
    behind, before = numbers_behind(kinds, edges, numbers), heads_of(edge[::-1] for edge in edges)
    if behind is None:
        return None
    place = {}
    for node in reversed(behind):
        key = (behind[node], "from", *sorted(place[tail] for tail in before[node]))
        place[node] = numbers.setdefault(key, len(numbers))
    return place


def numbers_behind(kinds, edges, numbers):
    """Return {node: the number of its kind and of the nodes behind it}, the last nodes first.

    In two graphs that share `numbers`, nodes behind which the graph is the same have the same
    number. Returns None if there is a cycle.
    """
    after, missing = heads_of(edges), Counter(head for _, head in edges)
    order = [node for node in kinds if missing[node] == 0]
    for node in order:  # grows while we go through it
        for head in after[node]:
            missing[head] -= 1
            if missing[head] == 0:
                order.append(head)
    if len(order) < len(kinds):
        return None
    behind = {}
    for node in reversed(order):
        key = (kinds[node], *sorted(behind[head] for head in after[node]))
        behind[node] = numbers.setdefault(key, len(numbers))
    return behind
