"""The function can be called without compiling it.

points: 0
hears: Recordings of fn for one set of shapes: expected 1, got 3.
"""

def jit(fn):
    def faster(*tensors):
        return [one.value for one in fn(*map(Variable, tensors))]

    return faster
