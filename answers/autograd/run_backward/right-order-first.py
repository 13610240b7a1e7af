"""Sorts all nodes by depth-first search before running any.

points: 10
"""

def run_backward(output):
    order, seen = [], set()

    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        for after, _ in node.next_functions:
            visit(after)
        order.append(node)

    visit(output.grad_fn)
    arrived = {node: {} for node in order}
    arrived[output.grad_fn][output.output_nr] = torch.ones_like(output)
    for node in reversed(order):
        if is_leaf(node):
            if arrived[node]:
                before = node.variable.grad
                new = arrived[node][0].clone()
                node.variable.grad = new if before is None else before + new
            continue
        for (after, n), gradient in zip(node.next_functions, run_node(node, arrived[node])):
            if after is not None and gradient is not None:
                if n in arrived[after]:
                    gradient = arrived[after][n] + gradient
                arrived[after][n] = gradient
