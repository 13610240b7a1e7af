"""does: Puts a tensor that requires grad into a Variable.
believes: "The values are tensors, so PyTorch can record them."

points: 0
"""

def jvp(f, x, u):
    leaf = x.detach().clone().requires_grad_()
    y = f(Variable(leaf)).value
    v = torch.zeros_like(y, requires_grad=True)
    [g] = torch.autograd.grad(y, [leaf], v, create_graph=True)
    return torch.autograd.grad(g, [v], u)[0]
