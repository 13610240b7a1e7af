"""does: Transposes the weight's gradient only if the shape requires it.

points: 2
hears: It is the transpose
"""

def predict_node_hook(weight, bias, x, grad_y):
    grad_weight = grad_y.T @ x
    if grad_weight.shape != (x.shape[1], weight.shape[0]):
        grad_weight = grad_weight.T
    return (grad_y.sum(0), grad_y @ weight, grad_weight), (grad_y,)
