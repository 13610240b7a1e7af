"""The steps run with the Variables that came in.

points: 0
hears: was made by another line
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]
    programs = {}

    def operator(**inputs):
        values = run_steps(steps, inputs)
        made = {out: values[out] for out in outs}

        def propagate(grads):
            there = {out: g for out, g in zip(outs, grads) if g is not None}
            key = tuple(there)
            if key not in programs:
                programs[key] = backward_steps(steps, {out: f"d_{out}" for out in key})
            back, names = programs[key]
            space = run_steps(back, {**inputs, **made, **{f"d_{out}": g for out, g in there.items()}})
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), list(made.values()), propagate)
        return made[outs[-1]]

    return operator
