"""The dict speaks of names of the formula only.

points: 5
"""

def backward_steps(steps, arriving):
    known, back = dict(arriving), []
    for out, op, *both in reversed(steps):
        g = known.get(out)
        if g is None:
            continue
        for here, other in (both, both[::-1]):
            one = g
            if op == "mul":
                one = f"p{len(back)}"
                back.append((one, "mul", g, other))
            if here in known:
                back.append((f"s{len(back)}", "add", known[here], one))
                one = back[-1][0]
            known[here] = one
    outs = [step[0] for step in steps]
    return back, {name: g for name, g in known.items() if name not in outs}
