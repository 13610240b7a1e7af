"""does: Runs the nodes in the order in which a search finds them.
believes: "What is found first is also ready first."

points: 4
hears: .grad of x[0, 0]: expected
"""

def run_backward(output):
    found = [output.grad_fn]
    for node in found:
        for after, _ in node.next_functions:
            if after is not None and after not in found:
                found.append(after)
    arrived = {node: {} for node in found}
    arrived[output.grad_fn][output.output_nr] = torch.ones_like(output)
    for node in found:
        if is_leaf(node):
            if arrived[node]:
                old = node.variable.grad
                node.variable.grad = arrived[node][0].clone() if old is None else old + arrived[node][0]
        for (after, number), gradient in zip(node.next_functions, run_node(node, arrived[node])):
            if after is not None and gradient is not None:
                arrived[after][number] = arrived[after].get(number, 0) + gradient
