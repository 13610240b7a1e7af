"""does: Returns the upstream gradient for a.
believes: "a receives the gradient of the sum, unchanged."

points: 1
hears: The gradient of a for gradient = [1, 10]: expected [3, 30], got [1, 10].
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum(), gradient.clone(), gradient.clone()
