"""does: Expects a gradient at every leaf.
believes: "A gradient arrives at every leaf."

points: 8
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
            leaf = node.variable
            if True:
                leaf.grad = got[0].clone() if leaf.grad is None else leaf.grad + got[0]
            continue
        results = run_node(node, got)
        for (child, number), grad in zip(node.next_functions, results):
            if child is None:
                continue
            box = inbox.setdefault(child, {})
            if grad is not None:
                box[number] = box[number] + grad if number in box else grad
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
