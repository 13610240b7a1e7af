"""does: Runs a node as soon as one path reaches it, depth first.
believes: "One gradient is enough to run a node."

points: 3
hears: .grad of x[0, 0]: expected
"""

def run_backward(output):
    arrived = {output.grad_fn: {output.output_nr: torch.ones_like(output)}}
    waiting, seen = [output.grad_fn], {output.grad_fn}
    while waiting:
        node = waiting.pop()
        mine = arrived[node]
        if is_leaf(node) and mine:
            old = node.variable.grad
            node.variable.grad = mine[0].clone() if old is None else old + mine[0]
        for (after, number), gradient in zip(node.next_functions, run_node(node, mine)):
            if after is None:
                continue
            there = arrived.setdefault(after, {})
            if gradient is not None:
                there[number] = there.get(number, 0) + gradient
            if after not in seen:
                seen.add(after)
                waiting.append(after)
