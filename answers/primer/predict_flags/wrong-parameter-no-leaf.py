"""believes: "A parameter is part of the network, so it isn't a leaf."

points: 0
hears: No operation makes a parameter: it is a leaf.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, not needs)
    return flags
