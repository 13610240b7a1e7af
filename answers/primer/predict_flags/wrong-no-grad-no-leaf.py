"""believes: "A result computed under no_grad doesn't require grad, but isn't a leaf."

points: 2
hears: Under no_grad nothing is recorded, so what it makes is a leaf.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "no_grad" and (how != "multiply" or not needs))
    return flags
