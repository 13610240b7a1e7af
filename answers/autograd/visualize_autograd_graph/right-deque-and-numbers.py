"""Breadth-first search with a deque; a dict numbers the nodes.

points: 10
"""

from collections import deque

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph(comment="breadth first")
    number = {output.grad_fn: 0}
    queue = deque(number)
    while queue:
        node = queue.popleft()
        me = f"node {number[node]}"
        if "AccumulateGrad" in type(node).__name__:
            label = " x ".join(map(str, node.variable.shape)) or "()"
            dot.node(me, label, {"style": "filled", "fillcolor": "lightblue"})
        else:
            dot.node(me, type(node).__name__, {"shape": "box", "fontname": "Courier"})
        for child, _ in node.next_functions:
            if child is not None:
                if child not in number:
                    number[child] = len(number)
                    queue.append(child)
                dot.edge(me, f"node {number[child]}")
    return dot
