"""does: Draws an edge for each entry, even if its node is None.
believes: "Each entry of next_functions is an edge."

points: 7
hears: leads to a name that no node has. Is it an entry that is None?
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
            dot.edge(name, str(id(next_node)))
            if next_node is not None:
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
