"""The input comes first, and in backward the input is grad_y.

points: 0
hears: The two tuples are swapped
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y,), (grad_y @ weight,)
