"""does: Computes grad_y from the loss that the notebook uses.

points: 0
hears: which belongs to one loss only
"""

def predict_module_hook(weight, bias, x, grad_y):
    y = x @ weight.T + bias
    return (2 * y @ weight,), (2 * y,)
