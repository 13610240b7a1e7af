"""An object holds the programs.

points: 5
"""

class Operator:
    def __init__(self, steps, backward_steps):
        self.steps, self.backward_steps = steps, backward_steps
        self.outs = [step[0] for step in steps]
        self.programs = {}

    def __call__(self, **inputs):
        space = {name: one.value for name, one in inputs.items()}
        for out, op, left, right in self.steps:
            space[out] = space[left] + space[right] if op == "add" else space[left] * space[right]
        made = {out: Variable(space[out]) for out in self.outs}
        everything = {**inputs, **made}
        record("compiled", list(inputs.values()), list(made.values()),
               lambda grads: self.back(inputs, everything, grads))
        return made[self.outs[-1]]

    def back(self, inputs, space, grads):
        key = "".join("-" if g is None else "g" for g in grads)
        if key not in self.programs:
            arriving = {out: "grad_" + out for out, sign in zip(self.outs, key) if sign == "g"}
            self.programs[key] = arriving, self.backward_steps(self.steps, arriving)
        arriving, (back, names) = self.programs[key]
        space = dict(space)
        for out, g in zip(self.outs, grads):
            if out in arriving:
                space[arriving[out]] = g
        for out, op, left, right in back:
            space[out] = space[left] + space[right] if op == "add" else space[left] * space[right]
        return [space[names[name]] if name in names else None for name in inputs]


def compile_operator(expression, backward_steps):
    return Operator(to_steps(expression), backward_steps)
