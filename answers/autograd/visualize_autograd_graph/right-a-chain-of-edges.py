"""Writes raw DOT, with several statements and a group on one line.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    nodes = [output.grad_fn]
    for node in nodes:
        number = nodes.index(node)
        if hasattr(node, "variable"):
            shape = tuple(node.variable.shape)
            dot.body.append(f'\tn{number} [label="{shape}"] [style=filled, fillcolor=lightblue];')
        else:
            dot.body.append(f"\tn{number} [label={type(node).__name__}];")
        targets = []
        for after, _ in node.next_functions:
            if after is not None:
                if after not in nodes:
                    nodes.append(after)
                targets.append(f"n{nodes.index(after)}")
        if len(set(targets)) < len(targets):
            dot.body.extend(f"\tn{number} -> {target};" for target in targets)
        elif targets:
            dot.body.append(f"\tn{number} -> {{ {' '.join(targets)} }};")
    return dot
