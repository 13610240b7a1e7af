"""fn is called, and the loss is made of a.

points: 0
hears: Nothing leads from your loss back
"""

def first_loss(fn, a, b):
    fn(a, b)
    return (a * a * b).sum()
