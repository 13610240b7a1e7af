"""Backward follows the first input.

points: 0
hears: gets a .grad: a recorded way leads to it from z.
"""


def reached(program, output):
    steps = {name: (how, inputs) for name, how, inputs in program}
    name = output
    while steps[name][0] == "multiply":
        name = steps[name][1][0]
    return {name} if steps[name][0] == "parameter" else set()
