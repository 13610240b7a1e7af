"""The dict tells what each gradient is the gradient of.

points: 0
hears: It should tell for each name of the formula
"""

def backward_steps(steps, arriving):
    back, gradients = [], dict(arriving)

    def write(*step):
        back.append((f"new{len(back)}", *step))
        return back[-1][0]

    for out, op, left, right in reversed(steps):
        if out in gradients:
            for name, other in [(left, right), (right, left)]:
                g = write("mul", gradients[out], other) if op == "mul" else gradients[out]
                gradients[name] = write("add", gradients[name], g) if name in gradients else g
    return back, {g: name for name, g in gradients.items()}
