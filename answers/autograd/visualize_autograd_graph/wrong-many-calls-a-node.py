"""does: Makes several nested calls for each node: recursion fails after 250 operations.

points: 9
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def draw_node(node):
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)

    def add_nodes(node):
        if node not in visited:
            visited.add(node)
            draw_node(node)
            add_edges(node)

    def add_edges(node):
        for next_node, index in node.next_functions:
            if next_node is not None:
                add_edge(node, next_node)

    def add_edge(node, next_node):
        dot.edge(str(id(node)), str(id(next_node)))
        go_on(next_node)

    def go_on(next_node):
        add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
