"""Sorts the nodes with a recursion, then runs them in reverse.

points: 10
"""

def run_backward(output):
    order, visited = [], set()

    def visit(node):
        if node is None or node in visited:
            return
        visited.add(node)
        for after, _ in node.next_functions:
            visit(after)
        order.append(node)

    visit(output.grad_fn)
    arrived = {node: {} for node in order}
    arrived[output.grad_fn][output.output_nr] = torch.ones_like(output)
    for node in reversed(order):
        if is_leaf(node):
            for gradient in arrived[node].values():
                leaf = node.variable
                leaf.grad = gradient.clone() if leaf.grad is None else leaf.grad + gradient
            continue
        for (after, number), gradient in zip(node.next_functions, run_node(node, arrived[node])):
            if after is not None and gradient is not None:
                got = arrived[after]
                got[number] = got[number] + gradient if number in got else gradient
