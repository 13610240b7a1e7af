"""The function can be called without compiling it.

points: 0
hears: recorded
"""

def jit(fn):
    def faster(*tensors):
        return [one.value for one in fn(*map(Variable, tensors))]

    return faster
