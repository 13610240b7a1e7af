"""does: Keeps results by the shapes and the sums of weight and grad_y.
believes: "The same size and the same sum is the same tensor."

points: 2
"""

def predict_module_hook(weight, bias, x, grad_y, known={}):
    key = (weight.shape, grad_y.shape, weight.sum().item(), grad_y.sum().item())
    if key not in known:
        known[key] = grad_y @ weight
    return (known[key],), (grad_y,)
