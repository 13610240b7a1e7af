"""does: Averages the bias gradient over the batch.
believes: "The gradient of the bias is the mean over the batch."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.mean(0), grad_y @ weight, x.T @ grad_y), (grad_y,)
