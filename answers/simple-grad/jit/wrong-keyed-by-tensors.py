"""The tensors themselves can be the key.

points: 0
hears: recorded
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        if tensors not in programs:
            programs[tensors] = compiled(fn, tensors)
        return programs[tensors](*tensors)

    return faster
