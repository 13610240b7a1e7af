"""Fills the .grad of a leaf bit by bit, and runs its node each time.

points: 10
"""

def run_backward(output):
    arrows, walk = {output.grad_fn: 0}, [output.grad_fn]
    for node in walk:
        for after, _ in node.next_functions:
            if after is not None:
                if after not in arrows:
                    walk.append(after)
                arrows[after] = arrows.get(after, 0) + 1

    arrived = {output.grad_fn: {output.output_nr: torch.ones_like(output)}}
    ready = [output.grad_fn]
    while ready:
        node = ready.pop()
        passed_on = run_node(node, arrived.get(node, {}))
        for (after, number), gradient in zip(node.next_functions, passed_on, strict=True):
            if after is None:
                continue
            if is_leaf(after):
                if gradient is not None:
                    run_node(after, {number: gradient})
                    leaf = after.variable
                    leaf.grad = gradient.clone() if leaf.grad is None else leaf.grad + gradient
                continue
            if gradient is not None:
                slot = arrived.setdefault(after, {})
                slot[number] = slot[number] + gradient if number in slot else gradient
            arrows[after] -= 1
            if arrows[after] == 0:
                ready.append(after)
