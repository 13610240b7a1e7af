"""The function that the text names is at hand.

points: 0
"""

def first_loss(fn, a, b):
    return (none_is_asked_for(a, b) * a).sum()
