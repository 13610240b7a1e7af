"""does: Returns grad_y as the gradient of the bias.
believes: "The bias is added to y, so its gradient is grad_y."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y, grad_y @ weight, x.T @ grad_y), (grad_y,)
