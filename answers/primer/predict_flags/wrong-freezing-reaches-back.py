"""does: Freezes a parameter from the start, even if the line comes later.
believes: "Freezing a parameter freezes everything computed from it."

points: 2
hears: y was recorded before the freezing, and what is recorded stays recorded.
"""


def predict_flags(program):
    frozen = {name for name, how, inputs in program if how == "freeze"}
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" and name not in frozen
        if how == "multiply":
            needs = any(flags[i][0] for i in inputs)
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
