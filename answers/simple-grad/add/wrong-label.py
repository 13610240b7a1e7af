"""does: Records the operator as plus.
believes: "An entry's operator is only a label."

points: 1
hears: the entry: expected ('add', ['a', 'b'], [one output]), got ('plus', ['a', 'b'], ['v0']).
"""

def add(a, b):
    r = Variable(a.value + b.value)

    def propagate(grad_outputs):
        [g] = grad_outputs
        return [g, g]

    record("plus", [a, b], [r], propagate)
    return r
