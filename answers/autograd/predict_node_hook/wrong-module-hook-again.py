"""does: Returns only the gradient of x.
believes: "A node's hook gets the same gradients as a module's hook."

points: 0
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y @ weight,), (grad_y,)
