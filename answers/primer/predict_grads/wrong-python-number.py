"""A Python number is as good as a tensor.

points: 1
hears: The gradient of x should be a tensor, it is a float.
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).sum().item(), gradient * x, gradient.clone()
