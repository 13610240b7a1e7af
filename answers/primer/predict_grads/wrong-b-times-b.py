"""does: Multiplies the gradient of b by b.

points: 1
hears: The gradient of b for gradient = [1, 10]: expected [1, 10], got [5, 60].
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum(), gradient * x, gradient * b
