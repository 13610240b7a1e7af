"""Casts everything to float32.

points: 3
"""

def predict_node_hook(weight, bias, x, grad_y):
    grads = grad_y.sum(0), grad_y @ weight, x.T @ grad_y
    return tuple(g.float() for g in grads), (grad_y,)
