"""Adds the rows with Python's sum.

points: 3
"""

def predict_node_hook(weight, bias, x, grad_y):
    grad_b = sum(g for g in grad_y)
    grad_wt = sum(torch.outer(x[i], grad_y[i]) for i in range(len(x)))
    return (grad_b, grad_y @ weight, grad_wt), (grad_y,)
