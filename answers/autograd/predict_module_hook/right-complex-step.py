"""Differentiates with a complex step: an imaginary nudge of each entry of x.

points: 3
"""

import torch


def predict_module_hook(weight, bias, x, grad_y):
    dtype = torch.complex128
    step = 1e-30
    grad_x = torch.zeros(x.shape, dtype=torch.float64)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            nudged = x.to(dtype)
            nudged[i, j] += step * 1j
            y = nudged @ weight.T.to(dtype) + bias
            grad_x[i, j] = (y * grad_y).sum().imag / step
    return (grad_x.to(x.dtype),), (grad_y,)
