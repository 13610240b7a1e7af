"""The gradient of b is b times the upstream gradient.

points: 1
hears: The gradient of b is [1.0, 10.0] in torch, yours [5.0, 60.0]
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum(), gradient * x, gradient * b
