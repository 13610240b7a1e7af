"""does: Says that integers made from a tensor that requires grad require grad.
believes: "Everything made from such a tensor requires grad."

points: 2
hears: Whole numbers cannot require grad, wherever they come from.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        made = how in ("multiply", "long")
        needs = how == "parameter" or (made and any(flags[i][0] for i in inputs))
        flags[name] = (needs, not made or not needs)
    return flags
