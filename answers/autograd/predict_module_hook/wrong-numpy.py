"""does: Returns NumPy arrays.

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return ((grad_y @ weight).numpy(),), (grad_y.numpy(),)
