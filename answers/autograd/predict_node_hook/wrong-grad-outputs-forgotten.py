"""does: Returns the three gradients but forgets the second tuple.

points: 0
"""

def predict_node_hook(weight, bias, x, grad_y):
    return grad_y.sum(0), grad_y @ weight, (grad_y.T @ x).T
