"""does: Uses only the first sample: right for a batch of one.

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return ((grad_y[0] @ weight).unsqueeze(0),), (grad_y,)
