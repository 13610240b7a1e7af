"""Backward goes through what was made under no_grad.

points: 1
hears: no recorded way leads to it from u.
"""


def reached(program, output):
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = set(), [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how == "parameter":
            names.add(name)
        elif how in ("multiply", "no_grad"):
            to_do.extend(inputs)
    return names
