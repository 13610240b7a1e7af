"""does: Leaves the part that draws the edges unwritten.

points: 0
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
        # TODO: the edges

    add_nodes(output.grad_fn)
    return dot
