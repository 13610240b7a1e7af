"""A detach anywhere in a program stops backward.

points: 1
hears: gets a .grad: a recorded way leads to it from z.
"""


def reached(program, output):
    if any(how in ("detach", "no_grad") for _, how, _ in program):
        return set()
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = set(), [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how == "parameter":
            names.add(name)
        elif how == "multiply":
            to_do.extend(inputs)
    return names
