"""does: Returns the gradients in the order weight, x, bias.
believes: "The weight comes first, as in nn.Linear."

points: 1
"""

def predict_node_hook(weight, bias, x, grad_y):
    return ((grad_y.T @ x).T, grad_y @ weight, grad_y.sum(0)), (grad_y,)
