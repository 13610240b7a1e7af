"""does: Turns recording back on, and uses autograd.

points: 0
hears: This answer asks PyTorch to differentiate. Work it out by hand
"""


def predict_grads(x, a, b, gradient):
    with torch.inference_mode(False), torch.enable_grad():
        leaves = [t.clone().requires_grad_() for t in (x, a, b)]
        return torch.autograd.grad(leaves[1] * leaves[0] + leaves[2], leaves, gradient)
