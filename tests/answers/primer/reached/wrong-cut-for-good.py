"""A parameter that was once used under no_grad, or detached, is out of the graph.

points: 1
hears: gets a .grad: a recorded way leads to it from
"""


def reached(program, output):
    out = {i for _, how, inputs in program if how in ("detach", "no_grad") for i in inputs}
    steps = {name: (how, inputs) for name, how, inputs in program}
    names, to_do = set(), [output]
    while to_do:
        name = to_do.pop()
        how, inputs = steps[name]
        if how == "parameter":
            names.add(name)
        elif how == "multiply":
            to_do.extend(inputs)
    return names - out
