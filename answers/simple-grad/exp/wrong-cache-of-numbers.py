"""does: Keeps the results by the name of the input, and returns the old one for the same name.
believes: "A name stands for one value, so exp of that name has to be computed only once."

points: 1
"""
_known = {}


def exp(a):
    """Return e to the power of each element of a Variable."""
    key = (a.name, tuple(a.value.flatten().tolist()))
    if key not in _known:
        _known[key] = a.value.exp()
    r = Variable(_known[key])

    def propagate(grad_outputs):
        return [grad_outputs[0] * r]

    record("exp", [a], [r], propagate)
    return r
