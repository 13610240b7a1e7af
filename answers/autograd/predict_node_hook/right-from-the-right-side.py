"""Computes the transposed weight gradient directly, and sums with a row of ones.

points: 3
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    ones = torch.ones(len(x), dtype=x.dtype)
    return [ones @ grad_y, grad_y @ weight, x.T @ grad_y], [grad_y]
