"""A product with the mask is a relu.

points: 0
hears: left no entry of its own
"""

def relu(a):
    return a * Variable((a.value > 0).to(a.value.dtype))
