"""does: Goes through the layer forward and back: x times W.T times W.

points: 1
hears: stays the same when grad_y changes
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (x @ weight.T @ weight,), (grad_y,)
