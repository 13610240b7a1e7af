"""does: Treats (node, index) as the node, so each output of unbind becomes a node.

points: 9
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node, own=0):
        visited.add((node, own))
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(f"{id(node)}-{own}", shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(f"{id(node)}-{own}", type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(f"{id(node)}-{own}", f"{id(next_node)}-{index}")
                if (next_node, index) not in visited:
                    add_nodes(next_node, index)

    add_nodes(output.grad_fn)
    return dot
