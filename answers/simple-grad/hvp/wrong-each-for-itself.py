"""does: Takes the second gradients for each input by itself.
believes: "Each input has its own Hessian."

points: 0
hears: what you return for a: expected [3, 4], got [0, 0].
"""

def hvp(f, xs, vs):
    xs = [Variable(x) for x in xs]
    result = []
    for g, x, v in zip(grad(f(*xs), xs), xs, vs):
        h = g and grad((g * Variable(v)).sum(), [x])[0]
        result.append(torch.zeros_like(x.value) if h is None else h.value)
    return result
