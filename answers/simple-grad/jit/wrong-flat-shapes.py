"""does: Joins the shapes of all arguments into one flat tuple.
believes: "The same numbers in the same order are the same shapes."

points: 1
"""
def jit(fn):
    """Return a function of tensors that compiles fn once for each list of shapes."""
    programs = {}

    def run(*tensors):
        sizes = []
        for tensor in tensors:
            sizes.extend(tensor.shape)
        key = tuple(sizes)
        if key not in programs:
            programs[key] = compiled(fn, tensors)
        return programs[key](*tensors)

    return run
