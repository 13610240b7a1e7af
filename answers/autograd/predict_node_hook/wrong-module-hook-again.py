"""A hook on the node gets just what the hook on the module gets.

points: 0
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y @ weight,), (grad_y,)
