"""does: Averages the gradients of x.
believes: "Several gradients of one input are averaged."

points: 1
hears: The gradient of x for gradient = [1, 10]: expected 24, got 12.
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).mean(), gradient * x, gradient.clone()
