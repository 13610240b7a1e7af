"""does: Returns a vector for x.
believes: "Each entry sends x a gradient, so x has as many gradients as entries."

points: 1
hears: The gradient of x has the wrong shape: expected (), got (2,).
"""


def predict_grads(x, a, b, gradient):
    return gradient * a, gradient * x, gradient.clone()
