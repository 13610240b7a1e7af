"""The result is the only output; inner values stay inside.

points: 3
hears: no path on the tape leads back
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]
    programs = {}

    def operator(**inputs):
        values = run_steps(steps, {name: v.value for name, v in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}
        last = outs[-1]

        def propagate(grads):
            if "only" not in programs:
                programs["only"] = backward_steps(steps, {last: f"d_{last}"})
            back, names = programs["only"]
            space = run_steps(back, {**inputs, **made, f"d_{last}": grads[0]})
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), [made[last]], propagate)
        return made[last]

    return operator
