"""The bias gradient is the batch mean of the upstream gradient.

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.mean(0), grad_y @ weight, x.T @ grad_y), (grad_y,)
