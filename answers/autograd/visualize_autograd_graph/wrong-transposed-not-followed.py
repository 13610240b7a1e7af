"""does: Ends after a node that has three entries.

points: 9
"""

def visualize_autograd_graph(output):
    if output.grad_fn is None:
        raise ValueError("This tensor has no graph: no recorded operation made it.")
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
        for nxt, _ in node.next_functions:
            if nxt is not None:
                dot.edge(name, str(id(nxt)))
                if nxt.next_functions or hasattr(nxt, "variable"):
                    add_nodes(nxt)
                if len(nxt.next_functions) > 2:
                    return

    add_nodes(output.grad_fn)
    return dot
