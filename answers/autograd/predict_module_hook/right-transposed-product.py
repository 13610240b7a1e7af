"""Multiplies the transposes and turns the product round, so that it is not contiguous.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    grad_x = (weight.T @ grad_y.T).T
    return tuple([grad_x]), tuple([grad_y])
