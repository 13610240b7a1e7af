"""None is an answer too.

points: 3
hears: zeros in place of None
"""

def derivatives(f, x, n):
    reset_tape()
    x = Variable(x)
    y = f(x)
    found = [y.value]
    for _ in range(n):
        y = y and grad(y.sum(), [x])[0]
        found.append(y and y.value)
    return found
