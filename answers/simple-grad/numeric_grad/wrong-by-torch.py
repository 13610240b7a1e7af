"""does: Puts tensors that require grad into Variables.
believes: "Variables can hold tensors that PyTorch records."

points: 0
hears: element 0 of tensors does not require grad
"""

def numeric_grad(f, xs):
    leaves = [x.clone().requires_grad_() for x in xs]
    return list(torch.autograd.grad(f(*map(Variable, leaves)).value, leaves))
