"""does: Sets the gradient of x to 0 where x is 0.
believes: "A number that is 0 does not affect y, so its gradient is 0."

points: 2
"""

def predict_node_hook(weight, bias, x, grad_y):
    grad_x = torch.where(x == 0, torch.zeros_like(x), grad_y @ weight)
    grad_b = torch.ones(len(grad_y), dtype=grad_y.dtype) @ grad_y
    return (grad_b, grad_x, x.T @ grad_y), (grad_y,)
