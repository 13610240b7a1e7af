"""does: Calls fn without compiling it.

points: 1
hears: Recordings of fn for one list of shapes: expected 1, got 2.
"""

def jit(fn):
    def faster(*tensors):
        return [one.value for one in fn(*map(Variable, tensors))]

    return faster
