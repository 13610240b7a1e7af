"""Keeps a place for bias and weight, with None in it.

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y @ weight, None, None), (grad_y,)
