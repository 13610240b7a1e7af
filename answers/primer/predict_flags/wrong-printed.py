"""does: Prints the flags and returns nothing.
believes: "Printing a value returns it."

points: 0
hears: print shows a value, return hands it back
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply" or not needs)
    print(flags)
