"""does: Computes only the first input's slopes.
believes: "Only the first input's slope is needed."

points: 1
"""

def numeric_grad(f, xs):
    h, x = 1e-5, xs[0]
    slopes = torch.zeros_like(x)
    for i in range(x.numel()):
        up, down = x.clone(), x.clone()
        up.view(-1)[i] += h
        down.view(-1)[i] -= h
        ends = [f(Variable(one), *map(Variable, xs[1:])).value for one in (up, down)]
        slopes.view(-1)[i] = (ends[0] - ends[1]) / (2 * h)
    return [slopes, *[torch.zeros_like(one) for one in xs[1:]]]
