"""does: Draws only edges, and leaves the nodes to Graphviz.

points: 0
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    seen = set()

    def walk(node):
        if node in seen:
            return
        seen.add(node)
        for after, _ in node.next_functions:
            if after is not None:
                dot.edge(str(id(node)), str(id(after)))
                walk(after)

    walk(output.grad_fn)
    return dot
