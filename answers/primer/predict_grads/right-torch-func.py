"""Takes torch.func.vjp, which records by itself.

points: 2
"""


def predict_grads(x, a, b, gradient):
    _, back = torch.func.vjp(lambda x, a, b: a * x + b, x, a, b)
    return back(gradient)
