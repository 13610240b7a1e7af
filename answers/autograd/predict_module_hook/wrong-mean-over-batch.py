"""does: Divides the gradient by the size of the batch.
believes: "Gradients are averaged over the batch."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y @ weight / len(x),), (grad_y,)
