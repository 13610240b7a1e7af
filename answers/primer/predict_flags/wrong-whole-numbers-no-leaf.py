"""believes: "An integer tensor doesn't require grad, but isn't a leaf."

points: 2
hears: Whole numbers cannot require grad, so nothing is recorded: it is a leaf.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "long" and (how != "multiply" or not needs))
    return flags
