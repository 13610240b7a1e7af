"""does: Compiles fn at each call.

points: 1
hears: Recordings of fn for one list of shapes: expected 1, got 2.
"""

def jit(fn):
    return lambda *tensors: compiled(fn, tensors)(*tensors)
