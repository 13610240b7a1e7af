"""does: Uses the tensors as the key.
believes: "The tensors themselves can be the key."

points: 1
hears: Recordings of fn for one list of shapes: expected 1, got 2.
"""

def jit(fn):
    programs = {}

    def faster(*tensors):
        if tensors not in programs:
            programs[tensors] = compiled(fn, tensors)
        return programs[tensors](*tensors)

    return faster
