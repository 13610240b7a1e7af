"""A line is a line, whoever writes it.

points: 0
hears: With another fn
"""

def first_loss(fn, a, b):
    t = Variable(a.value + b.value)
    r = Variable(t.value * b.value)

    def propagate(grads):
        g, h = grads
        if g is None:
            return [h, h]
        through = g * b
        h = through if h is None else h + through
        return [h, h + g * t]

    record("aggregate", [a, b], [r, t], propagate)
    return (r * a).sum()
