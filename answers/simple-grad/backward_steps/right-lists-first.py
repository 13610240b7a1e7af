"""All parts are collected in lists, and added up when they are needed.

points: 5
"""

def backward_steps(steps, arriving):
    parts = {name: [gradient] for name, gradient in arriving.items()}
    back = []

    def new(op, left, right):
        back.append((f"b{len(back)}", op, left, right))
        return back[-1][0]

    def total(name):
        while len(parts[name]) > 1:
            parts[name].append(new("add", parts[name].pop(0), parts[name].pop(0)))
        return parts[name][0]

    for out, op, left, right in steps[::-1]:
        if out not in parts:
            continue
        g = total(out)
        if op == "add":
            parts.setdefault(left, []).append(g)
            parts.setdefault(right, []).append(g)
        else:
            parts.setdefault(left, []).append(new("mul", g, right))
            parts.setdefault(right, []).append(new("mul", left, g))
    return back, {name: total(name) for name in list(parts)}
