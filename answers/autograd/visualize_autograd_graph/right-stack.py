"""Uses a list as a stack instead of recursion.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph(node_attr={"shape": "box"}, graph_attr={"rankdir": "LR"})
    visited = {output.grad_fn}
    stack = [output.grad_fn]
    while stack:
        node = stack.pop()
        if hasattr(node, "variable"):
            dot.node(str(id(node)), str(list(node.variable.shape)), style="filled",
                     fillcolor="lightblue", shape="ellipse")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, _ in node.next_functions:
            if next_node is None:
                continue
            dot.edge(str(id(node)), str(id(next_node)), arrowhead="vee")
            if next_node not in visited:
                visited.add(next_node)
                stack.append(next_node)
    return dot
