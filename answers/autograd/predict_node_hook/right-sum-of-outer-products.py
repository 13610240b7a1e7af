"""Sums the outer products of all samples, and prints to stderr.

points: 3
"""

import sys

import torch


def predict_node_hook(weight, bias, x, grad_y):
    sys.stderr.write("adding outer products\n")
    grad_b = torch.zeros_like(bias)
    grad_wt = torch.zeros_like(weight).T
    grad_x = []
    for sample, g in zip(x, grad_y):
        grad_b = grad_b + g
        grad_wt = grad_wt + torch.outer(sample, g)
        grad_x.append(weight.T @ g)
    return (grad_b, torch.stack(grad_x), grad_wt), (grad_y,)
