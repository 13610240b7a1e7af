"""does: Calls the node of each product to compute the slopes.

points: 0
hears: no call of a node such as y.grad_fn(...)
"""

import torch


def slopes(one, other, arrives):
    with torch.enable_grad():
        a, b = (torch.tensor(float(t), requires_grad=True) for t in (one, other))
        return [t.item() for t in (a * b).grad_fn(torch.tensor(float(arrives)))]


def four_weights(a, w1, w2, w3, w4):
    grad_w3, grad_b = slopes(w3, w1 * a, -1)
    grad_w4, grad_c = slopes(w4, w2 * a, -1)
    grad_w1, one = slopes(w1, a, grad_b)
    grad_w2, other = slopes(w2, a, grad_c)
    return one + other, grad_w1, grad_w2, grad_w3, grad_w4
