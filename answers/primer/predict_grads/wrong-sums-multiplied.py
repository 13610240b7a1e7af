"""does: Multiplies the sums instead of summing the products.

points: 1
hears: The gradient of x for gradient = [1, 10]: expected 24, got 66.
"""


def predict_grads(x, a, b, gradient):
    return gradient.sum() * a.sum(), gradient * x, gradient.clone()
