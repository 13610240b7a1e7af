"""Moves the element itself, and restores the old number.

points: 2
"""

def numeric_grad(f, xs):
    h = 1e-5
    slopes = [torch.zeros_like(x) for x in xs]
    for x, slope in zip(xs, slopes):
        flat, out = x.view(-1), slope.view(-1)
        for i in range(len(flat)):
            old = flat[i].item()
            flat[i] = old + h
            up = f(*[Variable(one) for one in xs]).value.item()
            flat[i] = old - h
            down = f(*[Variable(one) for one in xs]).value.item()
            flat[i] = old
            out[i] = (up - down) / (2 * h)
    return slopes
