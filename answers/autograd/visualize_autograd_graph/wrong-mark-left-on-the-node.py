"""does: Stores names in the nodes' metadata, which outlives the call.

points: 9
"""

from itertools import count

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    numbers = count()

    def add_nodes(node):
        name = node.metadata["name"] = f"node{next(numbers)}"
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(name, shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(name, type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                if "name" not in next_node.metadata:
                    add_nodes(next_node)
                dot.edge(name, next_node.metadata["name"])

    add_nodes(output.grad_fn)
    return dot
