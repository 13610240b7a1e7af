"""Sets double precision as the default before anything else.

points: 10
"""

torch.set_default_dtype(torch.float64)


def visualize_autograd_graph(output):
    """Draw the autograd graph of `output`, the result of a recorded operation.

    Returns a graphviz.Digraph: operations labeled with their type name, leaves filled light blue
    and labeled with their shape, edges pointing the way the gradient flows.
    """
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
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
