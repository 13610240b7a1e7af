"""does: Returns one flag for each tensor, not two.
believes: "One flag determines the other."

points: 0
hears: The entry for w: expected a pair of bools (requires_grad, is_leaf), got a bool.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        flags[name] = how == "parameter" or (how == "multiply" and any(flags[i] for i in inputs))
    return flags
