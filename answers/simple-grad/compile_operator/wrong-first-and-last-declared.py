"""The first inner value and the result are declared.

points: 3
hears: second gradients
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]
    programs = {}

    def operator(**inputs):
        values = run_steps(steps, {name: one.value for name, one in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}
        shown = [outs[0], outs[-1]] if len(outs) > 1 else outs

        def propagate(grads):
            there = {out: g for out, g in zip(shown, grads) if g is not None}
            key = tuple(there)
            if key not in programs:
                programs[key] = backward_steps(steps, {out: f"d_{out}" for out in key})
            back, names = programs[key]
            space = run_steps(back, {**inputs, **made, **{f"d_{out}": g for out, g in there.items()}})
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), [made[out] for out in shown], propagate)
        return made[outs[-1]]

    return operator
