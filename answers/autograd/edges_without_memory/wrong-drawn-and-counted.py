"""does: Walks the graph without memory: right for a small n, endless for 60.

points: 2
"""

import torch


def edges_without_memory(n):
    t = torch.ones(1, requires_grad=True)
    for _ in range(n):
        t = t + t
    edges = 0
    stack = [t.grad_fn] if n else []
    while stack:
        for node, _ in stack.pop().next_functions:
            if node is not None:
                edges += 1
                stack.append(node)
    return edges
