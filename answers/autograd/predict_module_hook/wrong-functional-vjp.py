"""does: Uses torch.autograd.functional.vjp.

points: 0
hears: asks PyTorch to differentiate
"""

from torch.autograd.functional import vjp


def predict_module_hook(weight, bias, x, grad_y):
    _, grad_x = vjp(lambda x: x @ weight.T + bias, x, grad_y)
    return (grad_x,), (grad_y,)
