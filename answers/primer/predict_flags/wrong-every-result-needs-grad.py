"""does: Says that every product requires grad.
believes: "Every computation is recorded."

points: 0
hears: None of its inputs requires grad when it is made, so nothing is recorded.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how in ("parameter", "multiply")
        flags[name] = (needs, how != "multiply")
    return flags
