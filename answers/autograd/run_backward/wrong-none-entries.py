"""does: Follows None as if it were a node.
believes: "Each entry of next_functions has a node."

points: 7
hears: 'NoneType' object has no attribute
"""

def run_backward(output):
    awaited, found = {output.grad_fn: 0}, [output.grad_fn]
    for node in found:
        for after, _ in node.next_functions:
            if after not in awaited:
                awaited[after] = 0
                found.append(after)
            awaited[after] += 1
    arrived = {node: {} for node in found}
    arrived[output.grad_fn][output.output_nr] = torch.ones_like(output)
    ready = [output.grad_fn]
    while ready:
        node = ready.pop()
        if is_leaf(node) and arrived[node]:
            leaf, gradient = node.variable, arrived[node][0]
            leaf.grad = gradient if leaf.grad is None else leaf.grad + gradient
        passed_on = run_node(node, arrived[node])
        for (after, number), gradient in zip(node.next_functions, passed_on):
            if gradient is not None:
                arrived[after][number] = arrived[after].get(number, 0) + gradient
            awaited[after] -= 1
            if awaited[after] == 0:
                ready.append(after)
