"""does: Returns all four gradients in one flat tuple.

points: 0
"""

def predict_node_hook(weight, bias, x, grad_y):
    return grad_y.sum(0), grad_y @ weight, x.T @ grad_y, grad_y
