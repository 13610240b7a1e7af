"""does: Passes each gradient on at once, by a call for each arrow.
believes: "A gradient may be passed on as soon as it arrives."

points: 5
hears: number of operations that ran: expected 3, got 7.
"""

def run_backward(output):
    def arrive(node, number, gradient):
        if is_leaf(node):
            before = node.variable.grad
            node.variable.grad = gradient.clone() if before is None else before + gradient
            return
        for (after, n), passed_on in zip(node.next_functions, run_node(node, {number: gradient})):
            if after is not None and passed_on is not None:
                arrive(after, n, passed_on)

    arrive(output.grad_fn, output.output_nr, torch.ones_like(output))
