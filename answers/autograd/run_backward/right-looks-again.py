"""Searches repeatedly for a node whose gradients have all arrived.

points: 10
"""

def run_backward(output):
    nodes = [output.grad_fn]
    for node in nodes:
        nodes += {n for n, _ in node.next_functions if n is not None} - set(nodes)
    edges = [(node, *entry) for node in nodes for entry in node.next_functions if entry[0]]
    arrived, done = {output.grad_fn: {output.output_nr: torch.ones_like(output)}}, set()
    while len(done) < len(nodes):
        node = next(
            n for n in nodes if n not in done and all(t in done for t, h, _ in edges if h is n)
        )
        done.add(node)
        mine = arrived.get(node, {})
        if is_leaf(node):
            if mine:
                leaf = node.variable
                leaf.grad = mine[0].clone() if leaf.grad is None else leaf.grad + mine[0]
            continue
        for (after, number), gradient in zip(node.next_functions, run_node(node, mine)):
            if after is not None and gradient is not None:
                there = arrived.setdefault(after, {})
                there[number] = there[number] + gradient if number in there else gradient
