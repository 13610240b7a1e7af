"""Raises the recursion limit, and restores it afterwards.

points: 10
"""

import sys

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        if node not in visited:
            visited.add(node)
            if hasattr(node, "variable"):
                dot.node(str(id(node)), str(tuple(node.variable.shape)),
                         style="filled", fillcolor="lightblue")
            else:
                dot.node(str(id(node)), type(node).__name__)
            for next_node, _ in node.next_functions:
                if next_node is not None:
                    dot.edge(str(id(node)), str(id(next_node)))
                    add_nodes(next_node)

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        add_nodes(output.grad_fn)
    finally:
        sys.setrecursionlimit(limit)
    return dot
