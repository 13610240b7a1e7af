"""The slope of a product with respect to an input is that input.

points: 0
hears: The gradient of a is [3.0, 30.0] in torch, yours [4.0, 20.0]
"""


def predict_grads(x, a, b, gradient):
    return (gradient * x).sum(), gradient * a, gradient.clone()
