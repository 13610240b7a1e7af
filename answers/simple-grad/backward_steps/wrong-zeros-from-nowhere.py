"""For what does not arrive there are zeros.

points: 0
hears: 'zero_t0' is used before it is there
"""

def backward_steps(steps, arriving):
    back = []
    gradients = {out: arriving.get(out, f"zero_{out}") for out, *_ in steps}

    def new(op, left, right):
        back.append((f"d{len(back)}", op, left, right))
        return back[-1][0]

    def arrive(name, part):
        gradients[name] = new("add", gradients[name], part) if name in gradients else part

    for out, op, left, right in reversed(steps):
        g = gradients[out]
        arrive(left, new("mul", g, right) if op == "mul" else g)
        arrive(right, new("mul", g, left) if op == "mul" else g)
    return back, gradients
