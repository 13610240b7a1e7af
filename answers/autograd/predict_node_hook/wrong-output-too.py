"""Appends the upstream gradient to the gradients of the inputs.

points: 2
hears: grad_inputs of the real hook holds 3 tensors, yours holds 4.
"""


def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, x.T @ grad_y, grad_y), (grad_y,)
