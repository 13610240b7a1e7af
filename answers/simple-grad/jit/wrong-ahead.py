"""does: Compiles fn once, for a vector of two.
believes: "fn can be compiled before the shapes are known."

points: 0
"""

def jit(fn):
    program = compiled(fn, [torch.ones(2)])
    return lambda *tensors: program(*tensors)
