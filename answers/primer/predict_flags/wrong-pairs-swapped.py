"""does: Returns the flags in the wrong order.
believes: "The pair is (is_leaf, requires_grad)."

points: 0
hears: Each pair is the wrong way round: the order is (requires_grad, is_leaf).
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        needs = how == "parameter" or (how == "multiply" and any(flags[i][1] for i in inputs))
        flags[name] = (how != "multiply" or not needs, needs)
    return flags
