"""does: Returns a Python number for x.
believes: "A Python number is as good as a tensor."

points: 1
hears: The gradient of x: expected a tensor, got a float.
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum().item(), gradient * x, gradient.clone()
