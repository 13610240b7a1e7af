"""does: Names nodes by type, so all operations of one type become one node.

points: 1
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        visited.add(node)
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(type(node).__name__, shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(type(node).__name__, type(next_node).__name__)
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
