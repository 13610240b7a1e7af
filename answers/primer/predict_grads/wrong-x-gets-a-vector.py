"""Each entry sends x a gradient, so x has as many gradients as entries.

points: 1
hears: The gradient of x has shape (2,); x has (), and a gradient has the shape of its tensor.
"""


def predict_grads(x, a, b, gradient):
    return gradient * a, gradient * x, gradient.clone()
