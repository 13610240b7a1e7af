"""does: Moves all elements at the same time.
believes: "All elements can be moved at the same time."

points: 0
"""

def numeric_grad(f, xs):
    h, found = 1e-5, []
    for place, x in enumerate(xs):
        up, down = list(xs), list(xs)
        up[place], down[place] = x + h, x - h
        slope = (f(*map(Variable, up)).value - f(*map(Variable, down)).value) / (2 * h)
        found.append(torch.full_like(x, slope.item()))
    return found
