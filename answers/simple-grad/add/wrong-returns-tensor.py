"""The result is a tensor, the sum of the values.

points: 0
hears: it should return a Variable
"""

def add(a, b):
    r = a.value + b.value
    return r
