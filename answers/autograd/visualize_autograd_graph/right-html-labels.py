"""Uses Graphviz's HTML labels.

points: 10
"""

import graphviz


def visualize_autograd_graph(output):
    dot = graphviz.Digraph()
    todo, seen = [output.grad_fn], {output.grad_fn}
    while todo:
        node = todo.pop()
        leaf = hasattr(node, "variable")
        text = str(tuple(node.variable.shape)) if leaf else type(node).__name__
        look = dict(style="filled", fillcolor="lightblue") if leaf else {}
        dot.node(f"n{id(node)}", f"<<b>{text}</b>>", **look)
        for after, index in node.next_functions:
            if after is not None:
                dot.edge(f"n{id(node)}", f"n{id(after)}", label=f"<<i>lightblue -&gt; {index}</i>>")
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    return dot
