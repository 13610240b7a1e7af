"""does: Clears what is in .grad of first.

points: 1
"""

def stop_gradient(first, second, x):
    first.zero_grad()
    return second(first(x).detach())
