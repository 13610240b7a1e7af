"""The layer adds the bias forward, so the gradient gets it as well.

points: 1
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    return ((grad_y + bias) @ weight,), (grad_y,)
