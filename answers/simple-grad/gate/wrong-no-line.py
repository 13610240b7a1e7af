"""A mask is a constant.

points: 0
"""

def gate(a):
    return Variable((a.value > 0).to(a.value.dtype))
