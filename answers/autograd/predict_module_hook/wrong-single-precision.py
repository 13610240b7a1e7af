"""does: Computes in float32.
believes: "PyTorch computes in float32."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.float() @ weight.float(),), (grad_y,)
