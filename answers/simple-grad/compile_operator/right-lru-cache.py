"""The cache of the standard library keeps the programs.

points: 5
"""

def compile_operator(expression, backward_steps):
    from functools import lru_cache

    steps = to_steps(expression)
    outs = [step[0] for step in steps]

    @lru_cache(None)
    def program(names):
        return backward_steps(steps, {name: f"d_{name}" for name in names})

    def do(steps, values):
        for out, op, left, right in steps:
            x, y = values[left], values[right]
            values[out] = x + y if op == "add" else x * y

    def operator(**variables):
        values = {name: v.value for name, v in variables.items()}
        do(steps, values)
        inner = {out: Variable(values[out]) for out in outs}

        def propagate(grads):
            there = {out: g for out, g in zip(outs, grads) if g is not None}
            back, names = program(tuple(there))
            space = {**variables, **inner}
            space.update({f"d_{out}": g for out, g in there.items()})
            do(back, space)
            return [space.get(names.get(name)) for name in variables]

        record(expression, list(variables.values()), list(inner.values()), propagate)
        return inner[outs[-1]]

    return operator
