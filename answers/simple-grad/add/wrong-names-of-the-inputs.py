"""does: Gives the result the name "a+b", made of the names of the inputs.
believes: "A result needs a name of its own, and a+b can only mean one value."

points: 1
"""
def add(a, b):
    """Return the sum of two Variables of one shape, and record an entry on the tape."""
    r = Variable(a.value + b.value, f"{a.name}+{b.name}")

    def propagate(grad_outputs):
        [grad_r] = grad_outputs
        return [grad_r, grad_r]

    record("add", [a, b], [r], propagate)
    return r
