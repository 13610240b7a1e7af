"""does: Records the inputs in the wrong order.
believes: "The order of an addition's inputs doesn't matter."

points: 1
hears: the entry: expected ('add', ['a', 'b'], [one output]), got ('add', ['b', 'a'], ['v0']).
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [g, g]

    record("add", [b, a], [r], propagate)
    return r
