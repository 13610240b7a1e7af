"""Gives the gradient of the weight: that is what the layer learns from.

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.T @ x,), (grad_y,)
