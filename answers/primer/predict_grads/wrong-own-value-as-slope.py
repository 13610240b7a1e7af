"""does: Multiplies the upstream gradient by the factor itself, not by the other one.
believes: "The slope of a product with respect to an input is that input."

points: 0
hears: The gradient of a for gradient = [1, 10]: expected [3, 30], got [4, 20].
"""


def predict_grads(x, a, b, gradient):
    return (gradient * x).sum(), gradient * a, gradient.clone()
