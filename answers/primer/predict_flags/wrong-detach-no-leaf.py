"""believes: "A detached tensor comes from another tensor, so it isn't a leaf."

points: 2
hears: detach gives a tensor outside of the record: it is a leaf.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][0] for i in inputs))
        flags[name] = (needs, how != "detach" and (how != "multiply" or not needs))
    return flags
