"""Returns results that still have a graph.

points: 3
"""

def predict_module_hook(weight, bias, x, grad_y):
    w = weight.detach().clone().requires_grad_()
    g = grad_y.detach().clone().requires_grad_()
    return (g.matmul(w),), (g * 1,)
