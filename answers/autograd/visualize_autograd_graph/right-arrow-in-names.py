"""Uses node names that contain an arrow and the word Backward.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    numbers = {}

    def name_of(node):
        number = numbers.setdefault(node, len(numbers))
        return f"Backward->{number} lightblue"

    def walk(node):
        if type(node).__name__ == "AccumulateGrad":
            dot.node(name_of(node), str(tuple(node.variable.shape)), fillcolor="lightblue", style="filled")
        else:
            dot.node(name_of(node), type(node).__name__)
        for after, _ in node.next_functions:
            if after is None:
                continue
            known = after in numbers
            dot.edge(name_of(node), name_of(after))
            if not known:
                walk(after)

    walk(output.grad_fn)
    return dot
