"""does: Rounds to four digits.
believes: "The result should look as it was printed."

points: 1
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    return (torch.round(grad_y @ weight, decimals=4),), (grad_y,)
