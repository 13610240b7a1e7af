"""does: Follows only leaves and nodes whose name ends in Backward0.
believes: "Every operation's name ends in Backward0."

points: 8
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()

    def add_nodes(node):
        if node in visited:
            return
        visited.add(node)
        name = str(id(node))
        kind = type(node).__name__
        if kind == "AccumulateGrad":
            label = str(tuple(node.variable.shape))
            dot.node(name, label, style="filled", fillcolor="lightblue")
        else:
            dot.node(name, kind)
        for next_node, _ in node.next_functions:
            if next_node is not None and (type(next_node).__name__.endswith("Backward0") or hasattr(next_node, "variable")):
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
