"""does: Leaves out the weight's gradient: only b and x get one.

points: 1
hears: len(grad_inputs): expected 3, got 2.
"""


def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight), (grad_y,)
