"""does: Returns generators instead of tuples.

points: 0
hears: grad_input: expected a tuple of tensors, got a generator.
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (g for g in [grad_y @ weight]), (g for g in [grad_y])
