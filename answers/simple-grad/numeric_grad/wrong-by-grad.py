"""does: Calls grad.
believes: "grad already exists, and it is exact."

points: 0
hears: whose rule is wrong
"""

def numeric_grad(f, xs):
    inputs = [Variable(x) for x in xs]
    return [
        torch.zeros_like(x) if one is None else one.value
        for x, one in zip(xs, grad(f(*inputs), inputs))
    ]
