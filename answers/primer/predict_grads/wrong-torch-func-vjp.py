"""does: Uses torch.func.vjp instead of working it out by hand.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def predict_grads(x, a, b, gradient):
    _, back = torch.func.vjp(lambda x, a, b: a * x + b, x, a, b)
    return back(gradient)
