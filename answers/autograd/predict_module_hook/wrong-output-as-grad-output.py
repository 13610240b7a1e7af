"""does: Returns the layer's output as grad_output.
believes: "grad_output is the layer's output."

points: 2
hears: the output y itself
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y @ weight,), (x @ weight.T + bias,)
