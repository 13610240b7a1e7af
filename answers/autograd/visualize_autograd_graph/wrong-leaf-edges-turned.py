"""does: Draws edges to leaves the other way around.
believes: "The data comes from the leaves."

points: 8
hears: The leaves' edges run against
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        if node in visited:
            return
        visited.add(node)
        name = str(id(node))
        kind = type(node).__name__
        if kind == "AccumulateGrad":
            label = str(tuple(node.variable.shape))
            dot.node(name, label, style="filled", fillcolor="lightblue")
        else:
            dot.node(name, kind)
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(*((str(id(next_node)), name) if hasattr(next_node, "variable") else (name, str(id(next_node)))))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
