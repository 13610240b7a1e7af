"""does: Sums the gradient over the batch.
believes: "The gradients of all samples are added, as for a parameter."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return ((grad_y @ weight).sum(dim=0),), (grad_y,)
