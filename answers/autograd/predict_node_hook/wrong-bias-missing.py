"""does: Returns no entry for the bias.
believes: "The bias is a constant, and a constant has no gradient."

points: 1
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y @ weight, x.T @ grad_y), (grad_y,)
