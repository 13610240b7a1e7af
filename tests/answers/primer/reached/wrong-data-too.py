"""What lies on the way gets a gradient, data too.

points: 0
hears: x gets no .grad: it needs no grad.
"""


def reached(program, output):
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = set(), [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how in ("parameter", "tensor"):
            names.add(name)
        elif how == "multiply":
            to_do.extend(inputs)
    return names
