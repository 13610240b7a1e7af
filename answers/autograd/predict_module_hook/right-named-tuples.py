"""Returns named tuples instead of tuples.

points: 3
"""

from typing import NamedTuple

import torch


class Gradients(NamedTuple):
    of_input: tuple
    of_output: tuple


def predict_module_hook(weight, bias, x, grad_y):
    return Gradients((torch.mm(grad_y, weight),), (grad_y.clone(),))
