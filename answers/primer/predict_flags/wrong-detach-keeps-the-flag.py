"""believes: "A detached tensor keeps all properties of the original, even requires_grad."

points: 2
hears: detach gives a tensor outside of the record: it does not require grad.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        if how == "detach":
            needs = flags[inputs[0]][0]
        flags[name] = (needs, how != "multiply" or not needs)
    return flags
