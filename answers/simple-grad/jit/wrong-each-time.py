"""fn is compiled at each call.

points: 0
hears: Recordings of fn for one set of shapes: expected 1, got 3.
"""

def jit(fn):
    return lambda *tensors: compiled(fn, tensors)(*tensors)
