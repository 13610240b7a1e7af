"""does: Ignores the line that freezes.
believes: "A parameter always requires grad; freezing only affects the optimizer."

points: 2
hears: A frozen parameter does not require grad any more.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        if how == "freeze":
            continue
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
