"""does: Uses the first program for all shapes.
believes: "One program fits all shapes."

points: 1
"""

def jit(fn):
    programs = []

    def faster(*tensors):
        if not programs:
            programs.append(compiled(fn, tensors))
        return programs[0](*tensors)

    return faster
