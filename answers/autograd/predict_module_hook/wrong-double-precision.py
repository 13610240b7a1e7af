"""Computes everything in float64, to be exact, and leaves it so.

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.double() @ weight.double(),), (grad_y.double(),)
