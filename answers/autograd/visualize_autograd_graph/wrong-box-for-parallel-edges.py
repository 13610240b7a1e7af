"""does: Draws parallel edges, and a box next to them that says so.

points: 9
hears: add a node that stands for nothing
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
            dot.node(name, str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
        else:
            dot.node(name, kind)
        after = [next_node for next_node, _ in node.next_functions if next_node is not None]
        if len(set(after)) < len(after):
            dot.node("parallel" + name, "twice")
        for next_node in after:
            dot.edge(name, str(id(next_node)))
            add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
