"""does: Starts at the output's next functions, so the last operation is missing.
believes: "The output's own node isn't part of the graph."

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
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if next_node not in visited:
                    add_nodes(next_node)

    for next_node, _ in output.grad_fn.next_functions:
        if next_node is not None:
            add_nodes(next_node)
    return dot
