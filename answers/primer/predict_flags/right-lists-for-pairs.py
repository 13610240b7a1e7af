"""Collects sets of names first, and returns lists instead of pairs.

points: 3
"""


def predict_flags(program):
    needing, recorded, names = set(), set(), []
    for name, how, inputs in program:
        names.append(name)
        if how == "parameter" or (how == "multiply" and needing & set(inputs)):
            needing.add(name)
        if how == "multiply" and needing & set(inputs):
            recorded.add(name)
        if how == "freeze":
            needing.discard(name)
    return {n: [n in needing, n not in recorded] for n in names}
