"""does: Uses ones instead of the gradient that arrives.
believes: "The upstream gradient is always 1."

points: 0
hears: The gradient of a for gradient = [1, 10]: expected [3, 30], got [3, 3].
"""


def predict_grads(x, a, b, gradient):
    return a.sum(), x * torch.ones_like(a), torch.ones_like(b)
