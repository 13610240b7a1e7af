"""A recursive generator yields the edges behind a node, and the inner function returns its name.

points: 10
"""

def visualize_autograd_graph(output):
    if output.grad_fn is None:
        raise ValueError("This tensor has no graph: no recorded operation made it.")
    dot = graphviz.Digraph()
    visited = {}

    def name_of(node):
        """Return (name, whether it is new), and draw a new node."""
        if node in visited:
            return visited[node], False
        kind = type(node).__name__
        visited[node] = f"{kind}_{len(visited)}"
        if kind == "AccumulateGrad":
            label = str(tuple(node.variable.shape))
            dot.node(visited[node], label, style="filled", fillcolor="lightblue")
        else:
            dot.node(visited[node], kind)
        return visited[node], True

    def edges_behind(node):
        name, _ = name_of(node)
        for following, _ in node.next_functions:
            if following is not None:
                other, new = name_of(following)
                yield name, other
                if new:
                    yield from edges_behind(following)

    for tail, head in edges_behind(output.grad_fn):
        dot.edge(tail, head)
    return dot
