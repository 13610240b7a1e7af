"""does: Returns the correct bias gradient as a matrix with one row.

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0, keepdim=True), grad_y @ weight, x.T @ grad_y), (grad_y,)
