"""believes: "A result requires grad only if all inputs do."

points: 0
hears: A result requires grad as soon as one of its inputs does.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and all(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
