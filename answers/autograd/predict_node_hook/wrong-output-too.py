"""does: Appends the upstream gradient to the gradients of the inputs.

points: 2
hears: len(grad_inputs): expected 3, got 4.
"""


def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, x.T @ grad_y, grad_y), (grad_y,)
