"""does: Draws a node for the output, which isn't in the graph.
believes: "The output is a node of the graph."

points: 8
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    visited = set()
    dot.node("output", "output")
    dot.edge("output", str(id(output.grad_fn)))

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
