"""does: Uses autograd on its own leaves instead of working it out by hand.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def predict_grads(x, a, b, gradient):
    leaves = [t.clone().requires_grad_() for t in (x, a, b)]
    x, a, b = leaves
    return torch.autograd.grad(a * x + b, leaves, gradient)
