"""does: Draws each edge from the node to itself.

points: 0
hears: from a node to itself
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
                dot.edge(name, name)
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
