"""does: Uses a second loss for each gradient, and adds the results.

points: 2
hears: more than twice
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    result = [torch.zeros_like(x.value) for x in xs]
    for g, v in zip(grad(f(*xs), xs), vs):
        if g is None:
            continue
        for i, h in enumerate(grad((g * Variable(v)).sum(), xs)):
            if h is not None:
                result[i] = result[i] + h.value
    return result
