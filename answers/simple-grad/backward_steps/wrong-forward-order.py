"""The steps are gone through in their order.

points: 0
hears: the gradient of a is missing
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)

    def new(op, left, right):
        back.append((f"d{len(back)}", op, left, right))
        return back[-1][0]

    def arrive(name, part):
        gradients[name] = new("add", gradients[name], part) if name in gradients else part

    for out, op, left, right in steps:
        if out in gradients:
            g = gradients[out]
            arrive(left, new("mul", g, right) if op == "mul" else g)
            arrive(right, new("mul", g, left) if op == "mul" else g)
    return back, gradients
