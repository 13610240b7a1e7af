"""Collects all nodes first, then makes two passes over them.

points: 10
"""

import graphviz


def collect(node, found):
    stack = [node]
    while stack:
        node = stack.pop()
        if node is None or node in found:
            continue
        found.append(node)
        stack += [pair[0] for pair in node.next_functions]
    return found


def visualize_autograd_graph(output):
    nodes = collect(output.grad_fn, [])
    dot = graphviz.Digraph("G", strict=False)
    for i, node in enumerate(nodes):
        leaf = getattr(node, "variable", None)
        if leaf is None:
            dot.node(f"op:{i}".replace(":", "_"), type(node).__name__)
        else:
            dot.node(f"op_{i}", f"{tuple(leaf.shape)}", fillcolor="lightblue", style="filled")
    for i, node in enumerate(nodes):
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dot.edge(f"op_{i}", f"op_{nodes.index(next_node)}")
    return dot
