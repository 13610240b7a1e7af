"""does: Leaves out TBackward0.
believes: "A transpose isn't a computation."

points: 4
"""

import graphviz


def visualize_autograd_graph(output):
    if output.grad_fn is None:
        raise ValueError("This tensor has no graph.")
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
            if next_node is not None and type(next_node).__name__ == "TBackward0":
                next_node = next_node.next_functions[0][0]
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
