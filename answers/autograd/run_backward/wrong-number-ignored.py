"""does: Adds all gradients that arrive at a node, whatever their output.
believes: "A node has one output."

points: 8
"""

def run_backward(output):
    awaited, found = {output.grad_fn: 0}, [output.grad_fn]
    for node in found:
        for after, _ in node.next_functions:
            if after is not None:
                if after not in awaited:
                    awaited[after] = 0
                    found.append(after)
                awaited[after] += 1
    arrived = {node: {} for node in found}
    arrived[output.grad_fn][0] = torch.ones_like(output)
    ready = [output.grad_fn]
    while ready:
        node = ready.pop()
        if is_leaf(node) and arrived[node]:
            leaf, gradient = node.variable, arrived[node][0]
            leaf.grad = gradient if leaf.grad is None else leaf.grad + gradient
        passed_on = run_node(node, arrived[node])
        for (after, _), gradient in zip(node.next_functions, passed_on):
            if after is None:
                continue
            if gradient is not None:
                arrived[after][0] = arrived[after].get(0, 0) + gradient
            awaited[after] -= 1
            if awaited[after] == 0:
                ready.append(after)
