"""believes: "Freezing changes a parameter's flag, but later operations on it are still recorded."

points: 2
hears: None of its inputs requires grad when it is made, so nothing is recorded.
"""


def predict_flags(program):
    flags, parameters = {}, set()
    for name, how, inputs in program:
        if how == "parameter":
            parameters.add(name)
        needs = how == "parameter"
        if how == "multiply":
            needs = any(flags[i][0] or i in parameters for i in inputs)
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
