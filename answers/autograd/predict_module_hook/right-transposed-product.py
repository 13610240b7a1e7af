"""Transposes the product of the transposes, so it isn't contiguous.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    grad_x = (weight.T @ grad_y.T).T
    return tuple([grad_x]), tuple([grad_y])
