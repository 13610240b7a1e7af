"""does: Puts all leaves on one line in raw DOT, and forgets the closing brace.

points: 8
hears: Graphviz cannot read your drawing: a brace is not closed.
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()
    leaves = []

    def add_nodes(node):
        if node in visited:
            return
        visited.add(node)
        name = str(id(node))
        kind = type(node).__name__
        if kind == "AccumulateGrad":
            dot.node(name, str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
            leaves.append(name)
        else:
            dot.node(name, kind)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    dot.body.append("\t{rank=same; " + "; ".join(leaves) + "\n")
    return dot
