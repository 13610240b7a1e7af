"""does: Calls sum_to of the Variable.
believes: "Variables already have sum_to."

points: 0
hears: no entry of its own
"""

def sum_to(a, shape):
    return a.sum_to(shape)
