"""The derivatives are Variables.

points: 0
hears: return tensors, not Variables
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y]
    for _ in range(n):
        y = y and grad(y.sum(), [x])[0]
        found.append(y)
    return found
