"""One program fits all patterns.

points: 2
hears: Was this program made for another pattern?
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]
    programs = []

    def operator(**inputs):
        values = run_steps(steps, {name: v.value for name, v in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}

        def propagate(grads):
            there = {out: g for out, g in zip(outs, grads) if g is not None}
            if not programs:
                programs.append(backward_steps(steps, {out: f"d_{out}" for out in there}))
            back, names = programs[0]
            space = {**inputs, **made} | {f"d_{out}": g for out, g in there.items()}
            space = run_steps(back, space)
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), list(made.values()), propagate)
        return made[outs[-1]]

    return operator
