"""One table for all operators, by formula and pattern.

points: 4
"""

PROGRAMS = {}


def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [out for out, *_ in steps]
    programs = {}

    def operator(**inputs):
        values = run_steps(steps, {name: one.value for name, one in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}

        def propagate(grads):
            there = {out: g for out, g in zip(outs, grads) if g is not None}
            names = {out: f"d_{out}" for out in there}
            key = (expression, tuple(there))
            if key not in PROGRAMS:
                PROGRAMS[key] = backward_steps(steps, names)
            back, found = PROGRAMS[key]
            space = run_steps(back, {**inputs, **made} | {names[out]: g for out, g in there.items()})
            return [space[found[name]] if name in found else None for name in inputs]

        record(expression, list(inputs.values()), list(made.values()), propagate)
        return made[outs[-1]]

    return operator
