"""does: Leaves out the first gradients that are None, and pairs the others with the first vectors.
believes: "After filtering, the lists still go together."

points: 2
"""
def hvp(f, xs, vs):
    """Return the product of the Hessian of f at `xs` with `vs`, as a list of tensors."""
    inputs = [Variable(x) for x in xs]
    zeros = [torch.zeros_like(x) for x in xs]
    first = [g for g in grad(f(*inputs), inputs) if g is not None]
    if not first:
        return zeros
    second_loss = sum((g * Variable(v)).sum() for g, v in zip(first, vs))
    second = grad(second_loss, inputs)
    return [zero if g is None else g.value for g, zero in zip(second, zeros, strict=True)]
