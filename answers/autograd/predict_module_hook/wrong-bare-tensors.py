"""A hook's arguments are tensors, not tuples of tensors.

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return grad_y @ weight, grad_y
