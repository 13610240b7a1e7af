"""does: Remembers only leaves.
believes: "An operation happens only once."

points: 5
points before torch 2.13: 0
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    leaves = set()

    def walk(node):
        if hasattr(node, "variable"):
            if node not in leaves:
                leaves.add(node)
                shape = str(tuple(node.variable.shape))
                dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
            return
        dot.node(str(id(node)), type(node).__name__)
        for after, _ in node.next_functions:
            if after is not None:
                dot.edge(str(id(node)), str(id(after)))
                walk(after)

    walk(output.grad_fn)
    return dot
