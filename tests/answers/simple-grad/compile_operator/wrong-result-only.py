"""The result is the only output; inner values stay inside.

points: 1
hears: second gradients: the gradient of a is None; it should be a Variable
"""

def compile_operator(expression, to_steps, backward_steps):
    steps = to_steps(expression)
    outs = [step[0] for step in steps]
    programs = {}

    def perform(steps, values):
        for out, op, left, right in steps:
            x, y = values[left], values[right]
            values[out] = x + y if op == "add" else x * y
        return values

    def operator(**inputs):
        values = perform(steps, {name: v.value for name, v in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}
        last = outs[-1]

        def propagate(grads):
            if "only" not in programs:
                programs["only"] = backward_steps(steps, {last: f"d_{last}"})
            back, names = programs["only"]
            space = perform(back, {**inputs, **made, f"d_{last}": grads[0]})
            return [space[names[name]] if name in names else None for name in inputs]

        record(expression, list(inputs.values()), [made[last]], propagate)
        return made[last]

    return operator
