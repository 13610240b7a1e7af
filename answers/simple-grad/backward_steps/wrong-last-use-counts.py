"""The last use of a name gives its gradient.

points: 3
hears: (a + b) * b: the gradient of b is not what torch computes
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)
    for out, op, left, right in reversed(steps):
        if out in gradients:
            g = gradients[out]
            if op == "add":
                gradients[left] = gradients[right] = g
            else:
                one, two = f"new{len(back)}", f"new{len(back) + 1}"
                back += [(one, "mul", g, right), (two, "mul", g, left)]
                gradients[left], gradients[right] = one, two
    return back, gradients
