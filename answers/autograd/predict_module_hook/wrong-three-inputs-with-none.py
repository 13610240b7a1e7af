"""does: Adds an entry None each for bias and weight.
believes: "grad_input has entries for bias and weight, which are None."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y @ weight, None, None), (grad_y,)
