"""Uses a string of the shapes as the key.

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
