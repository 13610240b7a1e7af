"""does: Computes grad_x from x.
believes: "The gradient of x is computed as the weight's is, from x."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.T @ x,), (grad_y,)
