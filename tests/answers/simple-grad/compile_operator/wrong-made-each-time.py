"""A program is made whenever it is needed.

points: 1
hears: was made a second time
"""

def compile_operator(expression, to_steps, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]

    def perform(steps, values):
        for out, op, left, right in steps:
            x, y = values[left], values[right]
            values[out] = x + y if op == "add" else x * y
        return values

    def operator(**inputs):
        values = perform(steps, {name: v.value for name, v in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}

        def propagate(grads):
            there = {out: g for out, g in zip(outs, grads) if g is not None}
            back, names = backward_steps(steps, {out: f"d_{out}" for out in there})
            space = {**inputs, **made} | {f"d_{out}": g for out, g in there.items()}
            space = perform(back, space)
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), list(made.values()), propagate)
        return made[outs[-1]]

    return operator
