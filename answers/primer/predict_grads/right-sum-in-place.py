"""Adds the contributions to x into a number in place.

points: 2
"""

def predict_grads(x, a, b, gradient):
    grad_x = torch.tensor(0.0)
    for slope, arrives in zip(a.reshape(-1), gradient.reshape(-1)):
        grad_x += slope * arrives
    return grad_x, x * gradient, gradient.clone()
