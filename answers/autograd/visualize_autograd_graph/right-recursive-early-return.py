"""Checks the visited set at the start of the function, after the edge is drawn.

points: 10
"""

from graphviz import Digraph


def visualize_autograd_graph(output):
    graph = Digraph("autograd")
    seen = set()

    def add_nodes(fn):
        if fn in seen:
            return
        seen.add(fn)
        name = f"n{id(fn)}"
        if type(fn).__name__ == "AccumulateGrad":
            graph.node(name, label=str(fn.variable.shape), style="filled", color="lightblue")
        else:
            graph.node(name, label=type(fn).__name__)
        for next_fn, _ in fn.next_functions:
            if next_fn:
                graph.edge(name, f"n{id(next_fn)}")
                add_nodes(next_fn)

    add_nodes(output.grad_fn)
    return graph
