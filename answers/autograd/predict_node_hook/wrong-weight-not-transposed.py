"""The node hands W's gradient on in W's own shape.

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, grad_y.T @ x), (grad_y,)
