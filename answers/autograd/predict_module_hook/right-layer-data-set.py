"""Sets the transposed weight as .data of a real layer, and calls it on grad_y.

points: 3
"""

from torch import nn


def predict_module_hook(weight, bias, x, grad_y):
    back = nn.Linear(weight.shape[0], weight.shape[1], bias=False, dtype=weight.dtype)
    back.weight.data = weight.T
    return (back(grad_y),), (grad_y,)
