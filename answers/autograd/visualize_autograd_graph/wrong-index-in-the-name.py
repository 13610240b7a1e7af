"""does: Adds the index to the target's name, so some edges lead to no node.

points: 8
hears: to a name that no node has
"""

import graphviz


def visualize_autograd_graph(output):
    if output.grad_fn is None:
        raise ValueError("This tensor has no graph.")
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
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(name, str(id(next_node)) + (f".{index}" if index else ""))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
