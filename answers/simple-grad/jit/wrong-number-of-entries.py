"""The sizes tell the shapes.

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
