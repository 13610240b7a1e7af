"""Passes defaults and a comment to the constructor.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph(
        "graph -> lightblue",
        comment="Backward -> lightblue",
        graph_attr={"label": "SumBackward0 -> lightblue"},
        node_attr={"shape": "box", "color": "lightblue"},
        edge_attr={"arrowsize": "0.5"},
    )
    seen = set()

    def walk(node):
        if node in seen:
            return
        seen.add(node)
        if hasattr(node, "variable"):
            dot.node(str(id(node)), str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for after, _ in node.next_functions:
            if after:
                dot.edge(str(id(node)), str(id(after)))
                walk(after)

    walk(output.grad_fn)
    return dot
