"""does: Computes in single precision.
believes: "Single precision is precise enough."

points: 0
"""

def numeric_grad(f, xs):
    h, found = 1e-5, []
    for place, x in enumerate(xs):
        slopes = torch.zeros(x.shape)
        for i in range(x.numel()):
            up, down = [one.float() for one in xs], [one.float() for one in xs]
            up[place].view(-1)[i] += h
            down[place].view(-1)[i] -= h
            ends = [f(*map(Variable, one)).value for one in (up, down)]
            slopes.view(-1)[i] = (ends[0] - ends[1]) / (2 * h)
        found.append(slopes)
    return found
