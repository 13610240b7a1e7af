"""What comes from inside takes the place of what came from outside.

points: 3
hears: from outside
"""

def backward_steps(steps, arriving):
    back, inside = [], {}

    def write(op, left, right):
        back.append((f"new{len(back)}", op, left, right))
        return back[-1][0]

    for out, op, left, right in reversed(steps):
        g = inside.get(out, arriving.get(out))
        if g is None:
            continue
        for name, other in [(left, right), (right, left)]:
            part = write("mul", g, other) if op == "mul" else g
            inside[name] = write("add", inside[name], part) if name in inside else part
    return back, inside
