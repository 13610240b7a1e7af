"""does: Returns None for x.
believes: "x is data, not a parameter, so it gets no gradient."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (None,), (grad_y,)
