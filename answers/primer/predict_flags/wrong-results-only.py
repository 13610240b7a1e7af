"""does: Leaves out tensors without inputs.
believes: "A tensor without inputs needs no entry."

points: 0
hears: The dict has no entry for v.
"""


def predict_flags(program):
    flags, results = {}, {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "multiply" or not needs)
        if inputs:
            results[name] = flags[name]
    return results
