"""does: Puts tensors that require grad into Variables.
believes: "The values are tensors, so PyTorch can record them."

points: 0
"""

def numeric_grad(f, xs):
    leaves = [x.detach().clone().requires_grad_() for x in xs]
    f(*[Variable(leaf) for leaf in leaves]).value.backward()
    return [leaf.grad for leaf in leaves]
