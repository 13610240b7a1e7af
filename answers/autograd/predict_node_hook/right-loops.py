"""Plain loops over the entries.

points: 3
"""

import torch


def predict_node_hook(weight, bias, x, grad_y):
    batch, n_in = x.shape
    n_out = len(bias)
    grad_b = torch.zeros_like(bias)
    grad_x = torch.zeros_like(x)
    grad_w = torch.zeros_like(weight)
    for i in range(batch):
        for k in range(n_out):
            grad_b[k] += grad_y[i, k]
            for j in range(n_in):
                grad_x[i, j] += grad_y[i, k] * weight[k, j]
                grad_w[k, j] += grad_y[i, k] * x[i, j]
    return (grad_b, grad_x, grad_w.T), (grad_y,)
