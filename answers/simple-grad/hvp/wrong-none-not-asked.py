"""does: Multiplies each first gradient without checking for None.
believes: "The loss depends on every input."

points: 2
hears: Check for None before you compute
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    loss = None
    for g, v in zip(grad(f(*xs), xs), vs):
        part = (Variable(v) * g).sum()
        loss = part if loss is None else loss + part
    return [torch.zeros_like(v) if h is None else h.value for h, v in zip(grad(loss, xs), vs)]
