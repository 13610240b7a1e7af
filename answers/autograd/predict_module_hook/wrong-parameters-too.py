"""grad_input holds the gradients of bias and weight too, as a hook on a node has them.

points: 1
"""

def predict_module_hook(weight, bias, x, grad_y):
    return (grad_y.sum(0), grad_y @ weight, x.T @ grad_y), (grad_y,)
