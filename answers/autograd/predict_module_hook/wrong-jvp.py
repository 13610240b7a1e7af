"""does: Computes the gradient by torch.func.jvp.
believes: "Forward mode isn't backward, so it must be allowed."

points: 0
hears: asks PyTorch to differentiate
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    def loss(x):
        return ((x @ weight.T + bias) * grad_y).sum()

    steps = torch.eye(x.numel(), dtype=x.dtype).reshape(-1, *x.shape)
    slopes = [torch.func.jvp(loss, (x,), (step,))[1] for step in steps]
    return (torch.stack(slopes).reshape(x.shape),), (grad_y,)
