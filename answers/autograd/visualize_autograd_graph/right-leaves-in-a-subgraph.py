"""Draws the leaves in a subgraph, so they are on one line.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = {output.grad_fn}
    leaves = []
    stack = [output.grad_fn]
    while stack:
        node = stack.pop()
        if hasattr(node, "variable"):
            leaves.append(node)
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if next_node not in visited:
                    visited.add(next_node)
                    stack.append(next_node)
    with dot.subgraph() as group:
        group.attr(rank="same")
        for node in leaves:
            group.node(str(id(node)), str(tuple(node.variable.shape)),
                       style="filled", fillcolor="lightblue")
    return dot
