"""does: Draws a leaf each time an edge leads to it.
believes: "Each edge to a leaf leads to a new node."

points: 7
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            visited.add(node)
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if next_node not in visited:
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
