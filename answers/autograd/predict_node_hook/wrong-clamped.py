"""does: Limits the gradients of the parameters to -10 to 10.
believes: "PyTorch keeps gradients from exploding."

points: 0
"""

def predict_node_hook(weight, bias, x, grad_y):
    def safe(gradient):
        return gradient.clamp(-10, 10)

    return (safe(grad_y.sum(0)), grad_y @ weight, safe(x.T @ grad_y)), (grad_y,)
