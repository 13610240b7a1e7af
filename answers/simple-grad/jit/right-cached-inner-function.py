"""The programs are kept by functools.cache on an inner function of the shapes, which takes the tensors from a list.

points: 2
"""
import functools


def jit(fn):
    """Return a function of tensors that compiles fn once for each list of shapes."""
    waiting = []

    @functools.cache
    def program_for(*shapes):
        return compiled(fn, waiting[-1])

    def faster(*tensors):
        waiting.append(tensors)
        try:
            program = program_for(*(tuple(one.shape) for one in tensors))
        finally:
            waiting.pop()
        return program(*tensors)

    return faster
