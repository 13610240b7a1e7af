"""does: Transposes the weight in place while it computes.
believes: "weight.t_() gives me a transposed view."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y):
    turned = weight.t_()
    grad_x = (turned @ grad_y.T).T
    return (grad_x,), (grad_y,)
