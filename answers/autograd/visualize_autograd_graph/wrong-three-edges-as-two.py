"""does: Draws at most two parallel edges.

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
        for next_node, _ in [e for n, e in enumerate(node.next_functions) if e not in node.next_functions[:n - 1 if n > 1 else 0]]:
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
