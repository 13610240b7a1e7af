"""does: Takes the outer product of the first sample: right only for a batch of one.

points: 1
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, torch.outer(x[0], grad_y[0])), (grad_y,)
