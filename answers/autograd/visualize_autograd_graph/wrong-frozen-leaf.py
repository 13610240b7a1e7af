"""does: Draws no edge to a leaf that does not require grad at the moment of drawing.
believes: "A frozen parameter gets no gradient, so no edge leads to it."

points: 9
"""

def visualize_autograd_graph(output):
    if output.grad_fn is None:
        raise ValueError("This tensor has no graph: no recorded operation made it.")
    dot = graphviz.Digraph()
    visited = set()

    def gets_a_gradient(node):
        leaf = getattr(node, "variable", None)
        return node is not None and (leaf is None or leaf.requires_grad)

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
        for node, _ in filter(lambda entry: gets_a_gradient(entry[0]), node.next_functions):
            dot.edge(name, str(id(node)))
            add_nodes(node)

    add_nodes(output.grad_fn)
    return dot
