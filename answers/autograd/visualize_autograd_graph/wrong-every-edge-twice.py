"""does: Draws each edge from both ends.

points: 0
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    seen = set()

    def walk(node, before):
        if before is not None:
            dot.edge(str(id(before)), str(id(node)))
        if node in seen:
            return
        seen.add(node)
        if hasattr(node, "variable"):
            dot.node(str(id(node)), str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for after, _ in node.next_functions:
            if after is not None:
                dot.edge(str(id(node)), str(id(after)))
                walk(after, node)

    walk(output.grad_fn, None)
    return dot
