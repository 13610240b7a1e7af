"""does: Uses only the first tensor's shape as the key.
believes: "The first tensor's shape determines the others."

points: 1
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        key = tensors[0].shape
        if key not in programs:
            programs[key] = compiled(fn, tensors)
        return programs[key](*tensors)

    return faster
