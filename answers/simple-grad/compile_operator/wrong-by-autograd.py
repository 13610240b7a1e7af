"""torch computes the gradients of the formula.

points: 2
hears: backward_steps was never called
"""

def compile_operator(expression, backward_steps):
    steps = to_steps(expression)
    outs = [out for out, *_ in steps]

    def operator(**inputs):
        values = run_steps(steps, {name: one.value for name, one in inputs.items()})
        made = {out: Variable(values[out]) for out in outs}

        def propagate(grads):
            leaves = {name: one.value.clone().requires_grad_() for name, one in inputs.items()}
            again = run_steps(steps, leaves)
            there = [(again[out], g.value) for out, g in zip(outs, grads) if g is not None]
            found = torch.autograd.grad(
                [one for one, _ in there], list(leaves.values()), [g for _, g in there], allow_unused=True
            )
            return [None if one is None else Variable(one) for one in found]

        record(expression, list(inputs.values()), list(made.values()), propagate)
        return made[outs[-1]]

    return operator
