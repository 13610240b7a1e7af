"""Loops over the entries, and returns a list.

points: 2
"""


def predict_grads(x, a, b, gradient):
    grad_x, grad_a, grad_b = torch.zeros_like(x), torch.zeros_like(a), torch.zeros_like(b)
    a, g = a.reshape(-1), gradient.reshape(-1)
    for i in range(len(g)):
        grad_x += g[i] * a[i]
        grad_a.view(-1)[i] = g[i] * x
        grad_b.view(-1)[i] = g[i]
    return [grad_x, grad_a, grad_b]
