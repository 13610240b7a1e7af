"""Multiplies the sums instead of summing the products.

points: 1
hears: The gradient of x is 24.0 in torch, yours 66.0
"""


def predict_grads(x, a, b, gradient):
    return gradient.sum() * a.sum(), gradient * x, gradient.clone()
