"""does: Draws every edge from the output's node.

points: 2
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        visited.add(node)
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(output.grad_fn)), str(id(next_node)))
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
