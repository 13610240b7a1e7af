"""does: Takes a gradient of zeros for none.
believes: "A gradient of zeros is no gradient."

points: 9
"""

from collections import defaultdict, deque

import torch


def run_backward(output):
    root = output.grad_fn
    waiting = defaultdict(int)
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        for child, number in node.next_functions:
            if child is None:
                continue
            waiting[child] += 1
            if child not in seen:
                seen.add(child)
                todo.append(child)
    inbox = {root: {output.output_nr: torch.ones_like(output)}}
    ready = deque([root])
    while ready:
        node = ready.popleft()
        got = inbox.pop(node, {})
        if is_leaf(node):
            if 0 in got:
                leaf = node.variable
                leaf.grad = got[0].clone() if leaf.grad is None else leaf.grad + got[0]
            continue
        results = run_node(node, got)
        for (child, number), grad in zip(node.next_functions, results):
            if child is None:
                continue
            box = inbox.setdefault(child, {})
            if grad is not None and bool(grad.any()):
                box[number] = box[number] + grad if number in box else grad
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
