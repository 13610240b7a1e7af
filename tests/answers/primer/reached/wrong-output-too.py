"""The output gets one as well, it is where backward begins.

points: 0
hears: z gets no .grad: it is no leaf that needs grad.
"""


def reached(program, output):
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = {output}, [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how == "parameter":
            names.add(name)
        elif how == "multiply":
            to_do.extend(inputs)
    return names
