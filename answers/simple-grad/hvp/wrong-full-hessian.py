"""does: Computes all second derivatives first, then the product.

points: 2
hears: more than twice
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    result = [torch.zeros_like(x.value) for x in xs]
    for place, (g, v) in enumerate(zip(grad(f(*xs), xs), vs)):
        if g is None:
            continue
        for number in range(v.numel()):
            one = torch.zeros_like(v)
            one.view(-1)[number] = 1
            for i, h in enumerate(grad((g * Variable(one)).sum(), xs)):
                if h is not None:
                    result[i] = result[i] + h.value * v.reshape(-1)[number]
    return result
