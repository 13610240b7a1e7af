"""does: Remembers the edges drawn, and never draws one twice.

points: 8
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()
    drawn = set()

    def add_nodes(node):
        visited.add(node)
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                if (node, next_node) not in drawn:
                    dot.edge(str(id(node)), str(id(next_node)))
                    drawn.add((node, next_node))
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
