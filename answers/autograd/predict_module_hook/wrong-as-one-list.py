"""does: Returns the two tensors in one list instead of two tuples.

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return [grad_y @ weight, grad_y]
