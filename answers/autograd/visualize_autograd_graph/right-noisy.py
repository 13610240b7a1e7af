"""Warns, prints each node, and writes to stderr.

points: 10
"""

import sys
import warnings

import graphviz


def visualize_autograd_graph(output):
    warnings.warn("the graph may be large", stacklevel=2)
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        visited.add(node)
        print("node", node)
        if hasattr(node, "variable"):
            print("leaf", node.variable.shape, file=sys.stderr)
            dot.node(str(id(node)), str(tuple(node.variable.shape)),
                     style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
