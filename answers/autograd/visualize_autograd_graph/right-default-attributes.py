"""Sets defaults for all nodes, and a cluster with a light blue border and a title.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()
    dot.attr("graph", rankdir="LR", bgcolor="white")
    dot.attr("node", shape="box", style="filled", fillcolor="white")
    dot.attr("edge", color="gray", label="")
    with dot.subgraph(name="cluster_empty") as box:
        box.attr(color="lightblue", label="nothing -> here, no Backward")

    def add_nodes(node):
        if node in visited:
            return
        visited.add(node)
        name = str(id(node))
        kind = type(node).__name__
        if kind == "AccumulateGrad":
            dot.node(name, str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
        else:
            dot.node(name, kind)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(name, str(id(next_node)))
                add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
