"""Plain loops over samples and units, with a warning.

points: 3
"""

import sys
import warnings

import torch


def predict_module_hook(weight, bias, x, grad_y):
    warnings.warn("loops are slow", stacklevel=2)
    print("working", file=sys.stderr)
    rows = []
    for g in grad_y:
        row = torch.zeros_like(weight[0])
        for unit in range(len(g)):
            row = row + g[unit] * weight[unit]
        rows.append(row)
    return (torch.stack(rows),), (grad_y,)
