"""does: Reshapes the weight's gradient instead of transposing it, so its entries are mixed up.

points: 1
"""

def predict_node_hook(weight, bias, x, grad_y):
    grad_w = grad_y.T @ x
    return (grad_y.sum(0), grad_y @ weight, grad_w.reshape(x.shape[1], -1)), (grad_y,)
