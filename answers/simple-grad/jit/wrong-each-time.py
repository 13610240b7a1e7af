"""It is compiled when it is called.

points: 0
hears: recorded
"""

def jit(fn):
    return lambda *tensors: compiled(fn, tensors)(*tensors)
