"""Each entry gives x a gradient, so there are as many.

points: 1
hears: The gradient of x has shape (2,); x has (), and a gradient has the shape of its tensor.
"""


def predict_grads(x, a, b, gradient):
    return gradient * a, gradient * x, gradient.clone()
