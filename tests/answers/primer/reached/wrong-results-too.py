"""Results keep their gradients.

points: 0
hears: y gets no .grad: it is no leaf that needs grad.
"""


def reached(program, output):
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = set(), [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how in ("parameter", "multiply"):
            names.add(name)
        if how == "multiply":
            to_do.extend(inputs)
    return names - {output}
