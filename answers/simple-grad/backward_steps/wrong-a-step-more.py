"""A step more does no harm.

points: 4
hears: are enough
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)

    def new(op, left, right):
        back.append((f"new{len(back)}", op, left, right))
        return back[-1][0]

    def arrive(name, part):
        gradients[name] = new("add", gradients[name], part) if name in gradients else part

    for out, op, left, right in reversed(steps):
        if out in gradients:
            g = gradients[out]
            new("mul", left, right)
            arrive(left, new("mul", g, right) if op == "mul" else g)
            arrive(right, new("mul", g, left) if op == "mul" else g)
    return back, gradients
