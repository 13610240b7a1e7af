"""does: Returns zeros if the loss doesn't depend on the first input.
believes: "If the first input is not used, everything is zero."

points: 2
hears: a is not used
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    gradients = grad(f(*xs), xs)
    if gradients[0] is None:
        return [torch.zeros_like(v) for v in vs]
    loss = (gradients[0] * Variable(vs[0])).sum()
    for g, v in zip(gradients[1:], vs[1:]):
        if g is not None:
            loss = loss + (g * Variable(v)).sum()
    return [torch.zeros_like(v) if h is None else h.value for h, v in zip(grad(loss, xs), vs)]
