"""does: Returns the gradients of bias and weight as well.
believes: "grad_input also holds the gradients of bias and weight, as in a node's hook."

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, x.T @ grad_y), (grad_y,)
