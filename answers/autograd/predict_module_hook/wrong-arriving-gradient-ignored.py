"""does: Multiplies the weight by ones instead of grad_y.
believes: "The gradient of the input is the slope, whatever gradient arrives."

points: 1
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    return (torch.ones_like(grad_y) @ weight,), (grad_y,)
