"""A result is never a leaf.

points: 0
hears: A result of inputs that all need no grad is not recorded, so it is a leaf; else it is none.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply")
    return flags
