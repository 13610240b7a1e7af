"""Backward goes to the inputs of the output.

points: 0
hears: w1 gets a .grad: a recorded way leads to it from z.
"""


def reached(program, output):
    kinds = {name: how for name, how, inputs in program}
    inputs = next(inputs for name, how, inputs in program if name == output)
    return {name for name in inputs if kinds[name] == "parameter"}
