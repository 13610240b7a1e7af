"""does: Returns None as grad_input if no entry of grad_y differs from 0.
believes: "No gradient arrives, so no gradient leaves, and that is None."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    if not grad_y.any():
        return (None,), (grad_y,)
    return (grad_y.mm(weight),), (grad_y,)
