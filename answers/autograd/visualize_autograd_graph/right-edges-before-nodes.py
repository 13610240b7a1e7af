"""Uses generators: first all edges, then a line for each node.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    order = {}

    def edges():
        waiting = [output.grad_fn]
        while waiting:
            node = waiting.pop()
            if node in order:
                continue
            order[node] = f"fn_{len(order)}"
            following = [fn for fn, _ in node.next_functions if fn is not None]
            waiting.extend(following)
            yield from ((node, fn) for fn in following)

    dot = graphviz.Digraph()
    pairs = list(edges())
    dot.edges((order[a], order[b]) for a, b in pairs)
    for node, name in order.items():
        if hasattr(node, "variable"):
            dot.node(name, str(tuple(node.variable.shape)), style="filled", fillcolor="lightblue")
        else:
            dot.node(name, type(node).__name__)
    return dot
