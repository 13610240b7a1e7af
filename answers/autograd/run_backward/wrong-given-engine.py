"""does: Calls the engine of step 3.
believes: "A node may run each time a gradient arrives."

points: 5
hears: number of operations that ran: expected 3, got 7.
"""

def run_at_once(output):
    under_way = [(output.grad_fn, output.output_nr, torch.ones_like(output))]
    while under_way:
        node, number, gradient = under_way.pop()
        if is_leaf(node):
            grad = node.variable.grad
            node.variable.grad = gradient.clone() if grad is None else grad + gradient
        edges = zip(node.next_functions, run_node(node, {number: gradient}), strict=True)
        under_way += [(*edge, passed_on) for edge, passed_on in edges if passed_on is not None]


def run_backward(output):
    run_at_once(output)
