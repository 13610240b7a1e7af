"""does: Puts tensors that require grad into Variables.
believes: "The values are tensors, so PyTorch can record them."

points: 0
"""

def hvp(f, xs, vs):
    leaves = [x.detach().clone().requires_grad_() for x in xs]
    y = f(*[Variable(leaf) for leaf in leaves]).value
    options = {"allow_unused": True, "materialize_grads": True}
    first = torch.autograd.grad(y, leaves, create_graph=True, **options)
    second = sum((g * v).sum() for g, v in zip(first, vs))
    if not second.requires_grad:
        return [torch.zeros_like(x) for x in xs]
    return list(torch.autograd.grad(second, leaves, **options))
