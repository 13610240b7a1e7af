"""does: Returns the gradients in the order of the formula.

points: 0
hears: The gradient of a
"""


def predict_grads(x, a, b, gradient):
    return gradient * x, (gradient * a).sum(), gradient.clone()
