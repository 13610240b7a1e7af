"""Returns lists instead of tuples.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    return [[grad_y @ weight], [grad_y]]
