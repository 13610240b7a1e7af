"""does: Divides by h instead of 2 * h.
believes: "The distance between the two ends is h."

points: 0
"""

def numeric_grad(f, xs):
    h, found = 1e-5, []
    for place, x in enumerate(xs):
        slopes = torch.zeros_like(x)
        for i in range(x.numel()):
            up, down = [one.clone() for one in xs], [one.clone() for one in xs]
            up[place].view(-1)[i] += h
            down[place].view(-1)[i] -= h
            ends = [f(*map(Variable, one)).value for one in (up, down)]
            slopes.view(-1)[i] = (ends[0] - ends[1]) / h
        found.append(slopes)
    return found
