"""New names are d0, d1, and so on: nobody else uses them.

points: 4
hears: is given a value twice. A name stands for one value
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)

    def write(*step):
        back.append((f"d{len(back)}", *step))
        return back[-1][0]

    for out, op, left, right in reversed(steps):
        if out in gradients:
            for name, other in [(left, right), (right, left)]:
                g = write("mul", gradients[out], other) if op == "mul" else gradients[out]
                gradients[name] = write("add", gradients[name], g) if name in gradients else g
    return back, gradients
