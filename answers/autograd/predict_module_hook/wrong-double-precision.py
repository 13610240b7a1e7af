"""does: Computes in float64 for precision, and returns float64.

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.double() @ weight.double(),), (grad_y.double(),)
