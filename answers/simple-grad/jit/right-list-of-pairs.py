"""Searches a list of shapes and programs.

points: 2
"""
def jit(fn):
    pairs = []

    def faster(*tensors):
        shapes = [list(t.shape) for t in tensors]
        for known, program in pairs:
            if known == shapes:
                return program(*tensors)
        pairs.append((shapes, compiled(fn, list(tensors))))
        return pairs[-1][1](*tensors)

    return faster
