"""does: Keeps the results for each shape.
believes: "Results can be reused if the shapes are the same."

points: 0
"""

def jit(fn):
    results = {}

    def faster(*tensors):
        key = tuple(one.shape for one in tensors)
        if key not in results:
            results[key] = compiled(fn, tensors)(*tensors)
        return results[key]

    return faster
