"""does: Keeps the visited set outside the function: a second call draws an empty graph.

points: 9
"""

import graphviz

visited = set()

def visualize_autograd_graph(output):
    dot = graphviz.Digraph()

    def add_nodes(node):
        visited.add(node)
        if hasattr(node, "variable"):
            shape = str(tuple(node.variable.shape))
            dot.node(str(id(node)), shape, style="filled", fillcolor="lightblue")
        else:
            dot.node(str(id(node)), type(node).__name__)
        for next_node, index in node.next_functions:
            if next_node is not None:
                dot.edge(str(id(node)), str(id(next_node)))
                if next_node not in visited:
                    add_nodes(next_node)

    if output.grad_fn not in visited:
        add_nodes(output.grad_fn)
    return dot
