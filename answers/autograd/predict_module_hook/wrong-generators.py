"""Returns generators instead of tuples.

points: 0
hears: should be a tuple of tensors. Its type is generator
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (g for g in [grad_y @ weight]), (g for g in [grad_y])
