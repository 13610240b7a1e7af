"""does: Measures with one step forward.
believes: "One step forward is enough to measure a slope."

points: 1
hears: both ways
"""

def numeric_grad(f, xs):
    h, found = 1e-6, []
    for place, x in enumerate(xs):
        slopes = torch.zeros_like(x)
        for i in range(x.numel()):
            moved = [one.clone() for one in xs]
            here = f(*[Variable(one) for one in moved]).value
            moved[place].view(-1)[i] += h
            slopes.view(-1)[i] = (f(*[Variable(one) for one in moved]).value - here) / h
        found.append(slopes)
    return found
