"""does: Returns a tensor.
believes: "The result is a tensor, the sum of the values."

points: 0
hears: add: expected a Variable, got a tensor.
"""

def add(a, b):
    r = a.value + b.value
    return r
