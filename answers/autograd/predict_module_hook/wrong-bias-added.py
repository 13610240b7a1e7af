"""does: Adds the bias to the gradient.
believes: "The layer adds the bias in forward, so it is added to the gradient, too."

points: 1
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    return ((grad_y + bias) @ weight,), (grad_y,)
