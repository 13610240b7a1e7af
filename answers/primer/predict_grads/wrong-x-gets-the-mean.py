"""Several gradients of one input are averaged.

points: 1
hears: The gradient of x is 24.0 in torch, yours 12.0
"""


def predict_grads(x, a, b, gradient):
    return (gradient * a).mean(), gradient * x, gradient.clone()
