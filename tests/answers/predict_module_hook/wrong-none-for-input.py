"""x is data and not a parameter, so it gets no gradient.

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (None,), (grad_y,)
