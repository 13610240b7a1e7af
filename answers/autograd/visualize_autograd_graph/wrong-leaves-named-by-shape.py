"""does: Names leaves by shape, so two leaves of the same shape become one node.

points: 5
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def name(node):
        if hasattr(node, "variable"):
            return "x".join(str(size) for size in node.variable.shape)
        return str(id(node))

    def add_nodes(node):
        visited.add(node)
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(name(node), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(name(node), name(next_node))
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
