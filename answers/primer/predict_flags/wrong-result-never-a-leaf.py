"""believes: "A result is never a leaf."

points: 0
hears: If none of its inputs requires grad, a product is not recorded, so it is a leaf; otherwise it is not a leaf.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply")
    return flags
