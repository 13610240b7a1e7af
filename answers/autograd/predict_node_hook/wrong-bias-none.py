"""does: Returns None for the bias.
believes: "A bias gets no gradient."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (None, grad_y @ weight, x.T @ grad_y), (grad_y,)
