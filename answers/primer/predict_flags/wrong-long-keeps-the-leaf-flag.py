"""does: A converted tensor does not require grad, but it is a leaf only if the original is one.
believes: "long() only changes the dtype, everything else stays."

points: 2
"""

def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        if how == "tensor":
            flags[name] = (False, True)
        elif how == "parameter":
            flags[name] = (True, True)
        elif how == "multiply":
            a, b = inputs
            grad = flags[a][0] or flags[b][0]
            flags[name] = (grad, not grad)
        elif how == "no_grad" or how == "detach":
            flags[name] = (False, True)
        elif how == "long":
            flags[name] = (False, flags[inputs[0]][1])
        elif how == "freeze":
            flags[name] = (False, flags[name][1])
    return flags
