"""does: Puts an element back by adding the step again.
believes: "Adding and subtracting the step restores the element exactly."

points: 1
hears: as they were
"""

def numeric_grad(f, xs):
    h = 1e-5
    slopes = [torch.zeros_like(x) for x in xs]
    for x, slope in zip(xs, slopes):
        for i in range(x.numel()):
            x.view(-1)[i] += h
            up = f(*map(Variable, xs)).value
            x.view(-1)[i] -= 2 * h
            down = f(*map(Variable, xs)).value
            x.view(-1)[i] += h
            slope.view(-1)[i] = (up - down) / (2 * h)
    return slopes
