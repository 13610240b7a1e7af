"""does: Returns tensors, not tuples of tensors.
believes: "A hook's arguments are tensors."

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return grad_y @ weight, grad_y
