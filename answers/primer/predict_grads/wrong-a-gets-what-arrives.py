"""a receives the gradient of the sum, unchanged.

points: 1
hears: The gradient of a is [3.0, 30.0] in torch, yours [1.0, 10.0]
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum(), gradient.clone(), gradient.clone()
