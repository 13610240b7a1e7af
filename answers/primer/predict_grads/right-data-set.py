"""Sets .data of tensors that require grad, and never calls backward.

points: 2
"""


def predict_grads(x, a, b, gradient):
    found = [each.clone().requires_grad_() for each in (x, a, b)]
    found[0].data = (gradient * a).sum()
    found[1].data = gradient * x
    found[2].data = gradient.clone()
    return tuple(found)
