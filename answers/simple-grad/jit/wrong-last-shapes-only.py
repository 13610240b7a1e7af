"""does: Keeps only the last program.
believes: "Only the last program needs to be kept."

points: 1
hears: Recordings of fn for two lists of shapes: expected 2, got 3.
"""

def jit(fn):
    last = {}

    def faster(*tensors):
        key = tuple(one.shape for one in tensors)
        if last.get("key") != key:
            last.update(key=key, program=compiled(fn, tensors))
        return last["program"](*tensors)

    return faster
