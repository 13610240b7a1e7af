"""Writes the first numbers of a leaf below its shape, in parentheses.

points: 10
"""


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
            shape = tuple(node.variable.shape)
            numbers = tuple(round(x) for x in node.variable.flatten()[:3].tolist())
            dot.node(name, f"{shape}\n{numbers}", style="filled", fillcolor="lightblue")
        else:
            dot.node(name, kind)
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
