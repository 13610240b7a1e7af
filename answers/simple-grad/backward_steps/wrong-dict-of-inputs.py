"""Both inputs in one dict do no harm.

points: 3
hears: a * a * a: the gradient of a is not what torch computes
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)

    def new(op, left, right):
        back.append((f"new{len(back)}", op, left, right))
        return back[-1][0]

    for out, op, left, right in reversed(steps):
        if out in gradients:
            g = gradients[out]
            if op == "add":
                parts = {left: g, right: g}
            else:
                parts = {left: new("mul", g, right), right: new("mul", g, left)}
            for name, part in parts.items():
                gradients[name] = new("add", gradients[name], part) if name in gradients else part
    return back, gradients
