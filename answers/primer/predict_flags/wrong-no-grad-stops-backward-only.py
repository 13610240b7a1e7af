"""does: Treats no_grad like an ordinary product.
believes: "no_grad still records operations, and only forbids backward."

points: 2
hears: Under no_grad nothing is recorded, so what it makes does not require grad.
"""


def predict_flags(program):
    flags = {}
    for name, how, inputs in program:
        product = how in ("multiply", "no_grad")
        needs = how == "parameter" or (product and any(flags[i][0] for i in inputs))
        flags[name] = (needs, not product or not needs)
    return flags
