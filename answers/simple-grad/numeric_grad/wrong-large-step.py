"""does: Uses a step of 0.1.
believes: "A step of 0.1 is small enough."

points: 0
"""

def numeric_grad(f, xs):
    h, found = 0.1, []
    for place, x in enumerate(xs):
        slopes = torch.zeros_like(x)
        for i in range(x.numel()):
            up, down = [one.clone() for one in xs], [one.clone() for one in xs]
            up[place].view(-1)[i] += h
            down[place].view(-1)[i] -= h
            ends = [f(*map(Variable, one)).value for one in (up, down)]
            slopes.view(-1)[i] = (ends[0] - ends[1]) / (2 * h)
        found.append(slopes)
    return found
