"""does: Remembers leaves by shape, so a second leaf of that shape counts as visited.

points: 5
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            visited.add(shape)
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            visited.add(node)
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                leaf = getattr(next_node, "variable", None)
                if (next_node if leaf is None else str(tuple(leaf.shape))) not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
