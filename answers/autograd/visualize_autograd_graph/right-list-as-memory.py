"""Uses a list as the visited set, and compares with `is`.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = []

    def add_nodes(node):
        if any(node is other for other in visited):
            return
        visited.append(node)
        if hasattr(node, "variable"):
            dot.node(str(id(node)), str(tuple(node.variable.size())),
                     style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for entry in node.next_functions:
            if entry[0] is not None:
                dot.edge(str(id(node)), str(id(entry[0])))
                add_nodes(entry[0])

    add_nodes(output.grad_fn)
    return dot
