"""Shapes may be told as text.

points: 2
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        key = str([list(one.shape) for one in tensors])
        program = programs.get(key)
        if program is None:
            program = programs[key] = compiled(fn, list(tensors))
        return program(*tensors)

    return faster
