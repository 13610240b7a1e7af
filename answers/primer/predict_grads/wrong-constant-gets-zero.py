"""does: Returns zeros for b.
believes: "b is a constant, and the derivative of a constant is zero."

points: 1
hears: The gradient of b for gradient = [1, 10]: expected [1, 10], got [0, 0].
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum(), gradient * x, torch.zeros_like(b)
