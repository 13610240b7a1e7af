"""believes: "Only tensors that require grad are leaves."

points: 0
hears: A tensor that you made yourself is a leaf, whether it requires grad or not.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, needs and how != "multiply")
    return flags
