"""Labels each edge with the output it comes from, and uses node.name().

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph(engine="dot", edge_attr={"fontsize": "8"})
    visited = dict()

    def add_nodes(node):
        visited[node] = True
        if hasattr(node, "variable"):
            dot.node(hex(id(node)), label=str(tuple(node.variable.shape)),
                     fillcolor="lightblue", style="rounded,filled", shape="box")
        else:
            dot.node(hex(id(node)), label=node.name(), tooltip="operation")
        for position, (next_node, index) in enumerate(node.next_functions):
            if next_node is not None:
                dot.edge(hex(id(node)), hex(id(next_node)), label=f"{position}:{index}")
                if not visited.get(next_node):
                    add_nodes(next_node)

    add_nodes(output.grad_fn)
    return dot
