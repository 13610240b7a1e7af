"""does: Sums the bias gradient over the units: one number per sample.
believes: "A gradient is a sum over everything but the sample."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    return (grad_y.sum(dim=1), grad_y @ weight, x.T @ grad_y), (grad_y,)
