"""Flattens a copy to move its elements.

points: 2
"""

def numeric_grad(f, xs):
    found = []
    for place, x in enumerate(xs):
        slopes = torch.zeros(x.numel(), dtype=x.dtype)
        for i in range(x.numel()):
            ends = []
            for h in (1e-5, -1e-5):
                moved = [one.clone() for one in xs]
                moved[place].reshape(-1)[i] += h
                ends.append(f(*[Variable(one) for one in moved]).value)
            slopes[i] = (ends[0] - ends[1]) / 2e-5
        found.append(slopes.reshape(x.shape))
    return found
