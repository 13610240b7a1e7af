"""does: Returns flat tensors.
believes: "A list of slopes needs no shape."

points: 1
hears: what you return for b has the wrong shape: expected (2, 2), got (4,).
"""

def numeric_grad(f, xs):
    h, found = 1e-5, []
    for place, x in enumerate(xs):
        slopes = []
        for i in range(x.numel()):
            up, down = [one.clone() for one in xs], [one.clone() for one in xs]
            up[place].view(-1)[i] += h
            down[place].view(-1)[i] -= h
            ends = [f(*map(Variable, one)).value for one in (up, down)]
            slopes.append((ends[0] - ends[1]) / (2 * h))
        found.append(torch.stack(slopes))
    return found
