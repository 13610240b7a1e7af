"""does: Puts None in the place of the bias if the bias is 0 everywhere.
believes: "A bias of 0 adds nothing, so it gets no gradient, and its entry is None."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    grad_b = grad_y.sum(0) if bias.count_nonzero() else None
    grad_inputs = (grad_b, grad_y @ weight, (grad_y.T @ x).T)
    return grad_inputs, (grad_y,)
