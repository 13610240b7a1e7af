"""does: Multiplies by W.T.
believes: "The forward pass uses W.T, so the backward pass must too."

points: 0
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y @ weight.T,), (grad_y,)
