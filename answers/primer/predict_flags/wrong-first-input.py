"""believes: "The first input decides whether a result requires grad."

points: 0
hears: A result requires grad as soon as one of its inputs does.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and flags[inputs[0]][0])
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
