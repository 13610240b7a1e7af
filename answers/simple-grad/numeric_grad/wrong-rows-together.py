"""does: Goes through the first dimension only, so a matrix is moved row by row.
believes: "for i in range(len(x)) goes through the elements of a tensor."

points: 1
"""
def numeric_grad(f, xs):
    """Return the gradients of f at the tensors `xs`, by central differences: a list of tensors."""
    h = 1e-5
    slopes = []
    for k, x in enumerate(xs):
        slope = torch.zeros_like(x)
        for i in range(len(x)):
            values = []
            for step in (h, -h):
                moved = [Variable(one.clone()) for one in xs]
                moved[k].value[i] += step
                values.append(f(*moved).value)
            slope[i] = (values[0] - values[1]) / (2 * h)
        slopes.append(slope)
    return slopes
