"""fn is compiled at each call.

points: 0
hears: recorded
"""

def jit(fn):
    return lambda *tensors: compiled(fn, tensors)(*tensors)
