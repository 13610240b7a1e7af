"""does: Doesn't put an element back, and doubles the slopes.
believes: "A moved element needn't be restored before the next one."

points: 0
"""

def numeric_grad(f, xs):
    h = 1e-5
    slopes = [torch.zeros_like(x) for x in xs]
    for x, slope in zip(xs, slopes):
        for i in range(x.numel()):
            x.view(-1)[i] += h
            up = f(*map(Variable, xs)).value
            x.view(-1)[i] -= 2 * h
            slope.view(-1)[i] = (up - f(*map(Variable, xs)).value) / (2 * h)
    return [slope * 2 for slope in slopes]
