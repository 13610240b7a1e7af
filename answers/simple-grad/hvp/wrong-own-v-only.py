"""does: Skips a pair if its v is all zeros, and with it the answer for that input.
believes: "If v is zero, the product is zero."

points: 2
"""
def hvp(f, xs, vs):
    """Return the product of the Hessian of f at `xs` with `vs`, as a list of tensors."""
    inputs = [Variable(x) for x in xs]
    first = grad(f(*inputs), inputs)
    pairs = [(g, v) for g, v in zip(first, vs, strict=True) if g is not None and v.any()]
    found = [None] * len(xs)
    if pairs:
        total = (pairs[0][0] * Variable(pairs[0][1])).sum()
        for g, v in pairs[1:]:
            total = total + (g * Variable(v)).sum()
        found = grad(total, inputs)
    return [
        torch.zeros_like(x) if g is None or not v.any() else g.value
        for x, v, g in zip(xs, vs, found, strict=True)
    ]
