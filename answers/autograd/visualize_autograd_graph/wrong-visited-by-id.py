"""does: Remembers id(node), which torch before 2.13 reuses for other nodes.
believes: "An id is never used twice."

points: 10
points before torch 2.13: 0
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = {id(output.grad_fn)}
    stack = [output.grad_fn]
    while stack:
        node = stack.pop()
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if id(next_node) not in visited:
                    visited.add(id(next_node))
                    stack.append(next_node)
    return dot
