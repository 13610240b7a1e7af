"""does: Returns the gradients instead of storing them in .grad.

points: 0
hears: An operation has sent a gradient to its node. Who fills .grad?
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
    arrived[output.grad_fn][output.output_nr] = torch.ones_like(output)
    ready, grads = [output.grad_fn], {}
    while ready:
        node = ready.pop()
        if is_leaf(node) and arrived[node]:
            leaf, gradient = node.variable, arrived[node][0]
            grads[leaf] = gradient
        passed_on = run_node(node, arrived[node])
        for (after, number), gradient in zip(node.next_functions, passed_on):
            if after is None:
                continue
            if gradient is not None:
                arrived[after][number] = arrived[after].get(number, 0) + gradient
            awaited[after] -= 1
            if awaited[after] == 0:
                ready.append(after)
    return grads
