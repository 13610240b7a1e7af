"""does: Uses the number of elements as the key.
believes: "The number of elements determines the shape."

points: 1
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        key = tuple(one.numel() for one in tensors)
        if key not in programs:
            programs[key] = compiled(fn, tensors)
        return programs[key](*tensors)

    return faster
