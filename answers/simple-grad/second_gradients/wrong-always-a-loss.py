"""does: Expects that one of the first gradients exists.
believes: "At least one first gradient exists."

points: 1
hears: list index out of range
"""

def second_gradients(fn, a, b):
    squares = [(g * g).sum() for g in grad(fn(a, b).sum(), [a, b]) if g is not None]
    total = squares[0]
    for square in squares[1:]:
        total = total + square
    return grad(total, [a, b])
