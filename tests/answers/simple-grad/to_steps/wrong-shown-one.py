"""The steps of the shown formula.

points: 0
hears: Which is done first, + or *?
"""

def to_steps(expression):
    return [("t0", "add", "a", "b"), ("t1", "mul", "t0", "b")]
