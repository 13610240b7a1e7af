"""Backward reaches what is made of the output.

points: 0
hears: gets a .grad: a recorded way leads to it from z.
"""


def reached(program, output):
    names = {output}
    for name, how, inputs in program:
        if how == "multiply" and names & set(inputs):
            names.add(name)
    kinds = {name: how for name, how, inputs in program}
    return {name for name in names if kinds[name] == "parameter"}
