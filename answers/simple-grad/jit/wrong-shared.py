"""does: Keeps the programs of all functions in one table.
believes: "All functions can share one table."

points: 1
hears: of its own
"""

PROGRAMS = {}


def jit(fn):
    def faster(*tensors):
        key = tuple(one.shape for one in tensors)
        if key not in PROGRAMS:
            PROGRAMS[key] = compiled(fn, tensors)
        return PROGRAMS[key](*tensors)

    return faster
