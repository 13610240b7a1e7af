"""Computes grad_x from x, as for the weight.

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.T @ x,), (grad_y,)
