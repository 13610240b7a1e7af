"""does: Returns the weight's gradient without transposing it.
believes: "The node's gradient has the shape of W."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, grad_y.T @ x), (grad_y,)
