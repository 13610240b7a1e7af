"""does: Tells nodes apart by their names.

points: 0
"""

from collections import Counter, defaultdict

import torch


def run_backward(output):
    need = Counter()
    seen, stack = {output.grad_fn}, [output.grad_fn]
    while stack:
        for child, _ in stack.pop().next_functions:
            if child:
                need[child.name()] += 1
                if child not in seen:
                    seen.add(child)
                    stack.append(child)
    got = defaultdict(dict)
    got[output.grad_fn.name()][output.output_nr] = torch.ones_like(output)
    ready = [output.grad_fn]
    while ready:
        node = ready.pop()
        mine = got.pop(node.name(), {})
        if is_leaf(node):
            v = node.variable
            if mine:
                v.grad = mine[0] + (0 if v.grad is None else v.grad)
            continue
        for (child, n), g in zip(node.next_functions, run_node(node, mine)):
            if child:
                if g is not None:
                    got[child.name()][n] = got[child.name()].get(n, 0) + g
                need[child.name()] -= 1
                if not need[child.name()]:
                    ready.append(child)
