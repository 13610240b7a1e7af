"""does: Returns the gradients in the order x, weight, bias.
believes: "The gradients are in the order of the formula x @ W.T + b."

points: 1
hears: but not in the order the hook receives them
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y @ weight, x.T @ grad_y, grad_y.sum(0)), (grad_y,)
