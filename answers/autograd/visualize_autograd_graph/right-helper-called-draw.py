"""Has a helper with a common name, draw.

points: 10
"""

import graphviz


def draw(node, dot, visited):
    if node in visited:
        return
    visited.add(node)
    if hasattr(node, "variable"):
        dot.node(str(id(node)), str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
    else:
        dot.node(str(id(node)), type(node).__name__)
    for head, _ in node.next_functions:
        if head is not None:
            dot.edge(str(id(node)), str(id(head)))
            draw(head, dot, visited)


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    draw(output.grad_fn, dot, set())
    return dot
