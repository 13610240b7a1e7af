"""It returns the list of one upstream gradient, doubled by Python's `*` on lists.

points: 2
"""
def add(a, b):
    """Return the sum of two Variables of one shape, and record an entry on the tape."""
    both = [a, b]
    r = Variable(sum(variable.value for variable in both))
    record("add", both, [r], lambda grad_outputs: grad_outputs * len(both))
    return r
