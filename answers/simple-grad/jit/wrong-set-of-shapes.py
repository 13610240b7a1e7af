"""does: Uses a set of shapes as the key.
believes: "The order of the shapes does not matter."

points: 1
hears: The same shapes in another order need a recording of their own.
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        shapes = frozenset(tuple(tensor.shape) for tensor in tensors)
        if shapes not in programs:
            programs[shapes] = compiled(fn, tensors)
        return programs[shapes](*tensors)

    return faster
