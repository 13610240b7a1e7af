"""does: Averages the weight's gradient over the batch.

points: 1
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, (grad_y.T @ x).T / len(x)), (grad_y,)
