"""does: Runs the program that it has, and records again only if that raises an error.
believes: "A program for other shapes can't run."

points: 1
"""
def jit(fn):
    programs = []

    def faster(*tensors):
        for program in programs:
            try:
                return program(*tensors)
            except (RuntimeError, TypeError):
                pass
        programs.append(compiled(fn, tensors))
        return programs[-1](*tensors)

    return faster
