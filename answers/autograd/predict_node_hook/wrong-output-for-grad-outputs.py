"""does: Returns the output instead of grad_y.
believes: "grad_outputs is the output itself."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    y = x @ weight.T + bias
    return (grad_y.sum(0), grad_y @ weight, x.T @ grad_y), (y,)
