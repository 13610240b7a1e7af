"""Every parameter gets a gradient.

points: 0
hears: w3 gets no .grad: no recorded way leads to it from z.
"""


def reached(program, output):
    return {name for name, how, inputs in program if how == "parameter"}
