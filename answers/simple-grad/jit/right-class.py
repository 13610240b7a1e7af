"""Stores the programs in an object.

points: 2
"""

class Jit:
    def __init__(self, fn):
        self.fn, self.programs = fn, {}

    def __call__(self, *tensors):
        key = tuple(tensor.shape for tensor in tensors)
        if key not in self.programs:
            self.programs[key] = compiled(self.fn, tensors)
        return self.programs[key](*tensors)


def jit(fn):
    return Jit(fn)
