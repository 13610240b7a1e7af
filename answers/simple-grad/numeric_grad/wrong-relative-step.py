"""does: Uses a step of 1e-5 times the element.
believes: "A step should be small compared with the number."

points: 1
"""
def numeric_grad(f, xs):
    """Return the gradients of f at the tensors `xs`, by central differences: a list of tensors."""
    slopes = []
    for k, x in enumerate(xs):
        slope = torch.empty_like(x)
        for index in torch.ones_like(x).nonzero().tolist():
            h = 1e-5 * x[tuple(index)].abs()
            up, down = [one.clone() for one in xs], [one.clone() for one in xs]
            up[k][tuple(index)] += h
            down[k][tuple(index)] -= h
            difference = f(*map(Variable, up)).value - f(*map(Variable, down)).value
            slope[tuple(index)] = difference / (2 * h)
        slopes.append(slope)
    return slopes
