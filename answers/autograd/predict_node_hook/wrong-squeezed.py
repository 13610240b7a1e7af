"""does: Drops dimensions of size 1 from the gradient of the weight.

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, (x.T @ grad_y).squeeze()), (grad_y,)
