"""does: Returns None for x.
believes: "x is data, so it gets no gradient."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), None, (grad_y.T @ x).T), (grad_y,)
