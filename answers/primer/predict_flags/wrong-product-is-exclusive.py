"""believes: "A product requires grad if exactly one of its inputs does."

points: 0
hears: A result requires grad as soon as one of its inputs does.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter"
        if how == "multiply":
            needs = flags[inputs[0]][0] != flags[inputs[1]][0]
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
