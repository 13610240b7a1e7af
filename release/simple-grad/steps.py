"""A machine that runs the steps of notebook 5, and the checks of what they compute.

Entry points: `check_steps`, `check_backward`.
"""

import torch
from oracle import double, equal
from show import check


def perform(steps, values, what):
    """Do steps; return {name: tensor} of all values, those given and those made.

    steps: a list of (out, op, left, right), four texts each.
    values: {name: tensor} of what is there before.
    """
    values = dict(values)
    check(isinstance(steps, (list, tuple)), f"{what}: the steps should be a list of tuples.")
    for step in steps:
        good = isinstance(step, (list, tuple)) and len(step) == 4
        check(
            good and all(isinstance(text, str) for text in step),
            f"{what}: a step should be a tuple of four texts, (out, op, left, right).",
        )
        out, op, left, right = step
        check(op in ("add", "mul"), f"{what}: '{op}' is no operation; there are 'add' and 'mul'.")
        for name in (left, right):
            check(name in values, f"{what}: '{name}' is used before it is there.")
        check(out not in values, f"{what}: '{out}' is given a value twice.")
        one, other = values[left], values[right]
        values[out] = one + other if op == "add" else one * other
    return values


def numbers_for(names):
    """Return {name: tensor}, another number for each name."""
    return {name: double(1.5 + 0.7 * place) for place, name in enumerate(sorted(names))}


def check_steps(steps, expression):
    """Check that the last of the steps makes the value of a formula."""
    code = compile(expression, "<formula>", "eval")
    values = numbers_for(code.co_names)
    made = perform(steps, values, expression)
    check(len(made) > len(values), f"{expression}: there is no step.")
    right = eval(code, {}, values)
    check(
        equal(made[steps[-1][0]], right),
        f"{expression}: the last step does not hold the value of the expression. Which is done "
        "first, + or *?",
    )


def check_backward(answer, steps, arriving, what):
    """Check backward steps, and the names of the gradients that they make.

    answer: a pair of backward steps and {name: name of its gradient}.
    steps: the steps of the formula.
    arriving: {name: name of the gradient that arrives}.
    """
    check(
        isinstance(answer, (list, tuple)) and len(answer) == 2 and isinstance(answer[1], dict),
        f"{what}: backward_steps should return a pair, a list of steps and a dict of names.",
    )
    back, names = answer
    outs = {out for out, *_ in steps}
    used = {name for _, _, *both in steps for name in both} - outs
    leaves = {name: value.requires_grad_() for name, value in numbers_for(used).items()}
    values = perform(steps, leaves, what)
    given = {gradient: double(0.3 + place) for place, gradient in enumerate(arriving.values())}
    loss = sum(values[name] * given[gradient] for name, gradient in arriving.items())
    right = torch.autograd.grad(loss, list(leaves.values()), allow_unused=True)
    gradients = perform(back, {name: one.detach() for name, one in values.items()} | given, what)
    for name, want in zip(leaves, right, strict=True):
        if want is None:
            check(name not in names, f"{what}: {name} has a gradient; it is known to be zero.")
            continue
        check(name in names, f"{what}: the gradient of {name} is missing.")
        check(names[name] in gradients, f"{what}: no step makes '{names[name]}'.")
        check(
            equal(gradients[names[name]], want),
            f"{what}: the gradient of {name} is not what torch computes.",
        )
